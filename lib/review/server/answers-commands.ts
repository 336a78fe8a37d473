import { type Call, command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { grade } from '@/lib/grading/grade'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import { decideAnswersContract, withdrawAnswerDecisionContract } from '../answers-contract'
import { formatPairReason } from '../verdict-reasons'
import { type AnswerPair, findPair, findPairTexts } from './answers.sql'
import { describePair } from './describe-pair'
import {
  lockVerdictsOrFail,
  verdictsTimeoutMs as timeoutMs,
} from '@/lib/grading/server/lock-verdicts.sql'
import { refuseUnreadVerdict } from './refuse-unread-verdict'
import {
  type VerdictChanges,
  dropPairVerdict,
  findPairDecision,
  removePairDecision,
  setPairVerdict,
  storePairVerdict,
} from './pair-verdicts.sql'

export const decideAnswers = command(decideAnswersContract, {
  action: 'answers.decide',
  scope: 'project',
  timeoutMs,
  async run(call, { pair, verdict, note, expected }) {
    const { db, project, actor } = call
    const { userId } = requirePerson(actor)
    await lockVerdictsOrFail(db, project.id)
    const current = await findPairDecision(db, project.id, pair)
    refuseUnreadVerdict(current, { expected, userId, of: 'pair' })
    const texts = current ?? (await findPairTexts(db, project.id, pair))
    if (!texts)
      throw new AppError('not_found', 'No solution in this project has this pair of answers.')
    const comment = note.trim()
    await storePairVerdict(db, project.id, texts, { verdict, note: comment, userId })
    const decision = { verdict, reason: formatPairReason(comment), userId }
    return describeChange(call, texts, await setPairVerdict(db, project.id, texts, decision))
  },
  audit: ({ pair, verdict }, { changed }) => ({
    target: `answers:${pair}`,
    detail: { operation: 'decide', verdict, changed },
  }),
})

export const withdrawAnswerDecision = command(withdrawAnswerDecisionContract, {
  action: 'answers.decide',
  scope: 'project',
  timeoutMs,
  async run(call, { pair, expected }) {
    const { db, project, actor } = call
    const { userId } = requirePerson(actor)
    await lockVerdictsOrFail(db, project.id)
    refuseUnreadVerdict(await findPairDecision(db, project.id, pair), {
      expected,
      userId,
      of: 'pair',
    })
    const texts = await removePairDecision(db, project.id, pair)
    if (!texts) throw new AppError('not_found', 'There is no decision on this pair of answers.')
    const newGrade = grade(texts.answer, texts.referenceAnswer, project.graderMode)
    return describeChange(call, texts, await dropPairVerdict(db, project.id, texts, newGrade))
  },
  audit: ({ pair }, { changed }) => ({
    target: `answers:${pair}`,
    detail: { operation: 'withdraw', changed },
  }),
})

/** Re-ranks the queue for changed verdicts, and returns the pair. */
async function describeChange(
  { db, project }: Pick<Call<'project', Transaction>, 'db' | 'project'>,
  texts: AnswerPair,
  { changed, problemIds }: VerdictChanges,
) {
  await queueSolutions(db, project, { problemIds })
  const row = await findPair(db, project.id, texts)
  if (!row)
    throw new AppError('not_found', 'No solution in this project has this pair of answers anymore.')
  return { pair: describePair(row), changed }
}
