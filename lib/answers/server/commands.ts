import type { CallContext } from '@/lib/auth/server/call-context'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import {
  lockVerdictsOrFail,
  verdictCommandTimeoutMs as timeoutMs,
} from '@/lib/grading/server/lock-verdicts.sql'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { updateQueueForProblems } from '@/lib/rounds/server/update-queue-for-problems.sql'
import { decideAnswerPairContract, withdrawAnswerDecisionContract } from '../contract'
import { formatAnswerPairReason } from '../verdict-reasons'
import { toAnswerPairReply } from './answer-pair-reply'
import { type AnswerPair, findAnswerPair, findAnswerPairTexts } from './answers.sql'
import {
  type VerdictChangeSummary,
  withdrawVerdictOfAnswerPair,
  findAnswerPairDecision,
  removeAnswerPairDecision,
  applyVerdictToAnswerPair,
  storeAnswerPairDecision,
} from './pair-verdicts.sql'
import { rejectOverwriteOfUnseenVerdict } from './reject-overwrite-of-unseen-verdict'

export const decideAnswerPair = command(decideAnswerPairContract, {
  action: 'answers.decide',
  scope: 'project',
  timeoutMs,
  async run(call, { pair, verdict, note, expected }) {
    const { db, project, actor } = call
    const { userId } = requirePerson(actor)
    await lockVerdictsOrFail(db, project.id)
    const currentDecision = await findAnswerPairDecision(db, project.id, pair)
    rejectOverwriteOfUnseenVerdict(currentDecision, { expected, userId, subject: 'pair' })
    const texts = currentDecision ?? (await findAnswerPairTexts(db, project.id, pair))
    if (!texts)
      throw new AppError('not_found', 'No solution in this project has this pair of answers.')
    const comment = note.trim()
    await storeAnswerPairDecision(db, project.id, texts, { verdict, note: comment, userId })
    const decision = { verdict, reason: formatAnswerPairReason(comment), userId }
    return rerankAndReadPair(
      call,
      texts,
      await applyVerdictToAnswerPair(db, project.id, texts, decision),
    )
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
    rejectOverwriteOfUnseenVerdict(await findAnswerPairDecision(db, project.id, pair), {
      expected,
      userId,
      subject: 'pair',
    })
    const texts = await removeAnswerPairDecision(db, project.id, pair)
    if (!texts) throw new AppError('not_found', 'There is no decision on this pair of answers.')
    const newGrade = gradeAnswer(texts.answer, texts.referenceAnswer, project.graderMode)
    return rerankAndReadPair(
      call,
      texts,
      await withdrawVerdictOfAnswerPair(db, project.id, texts, newGrade),
    )
  },
  audit: ({ pair }, { changed }) => ({
    target: `answers:${pair}`,
    detail: { operation: 'withdraw', changed },
  }),
})

/** Re-ranks the queue for changed verdicts, and returns the pair. */
async function rerankAndReadPair(
  { db, project }: Pick<CallContext<'project', Transaction>, 'db' | 'project'>,
  texts: AnswerPair,
  { changed, problemIds }: VerdictChangeSummary,
) {
  await updateQueueForProblems(db, project, { problemIds })
  const row = await findAnswerPair(db, project.id, texts)
  if (!row)
    throw new AppError('not_found', 'No solution in this project has this pair of answers anymore.')
  return { pair: toAnswerPairReply(row), changed }
}
