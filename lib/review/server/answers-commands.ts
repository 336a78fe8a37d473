import { type Call, command, requirePerson } from '@/lib/auth/server/operation'
import { grade } from '@/lib/grading/grade'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import { settleAnswersContract, unsettleAnswersContract } from '../answers-contract'
import { sayOfPair } from '../person-says'
import { type AnswerPair, findPair, findPairTexts } from './answers.sql'
import { describePair } from './describe-pair'
import {
  lockVerdictsSoon,
  verdictsTimeoutMs as timeoutMs,
} from '@/lib/grading/server/lock-verdicts.sql'
import { refuseUnseen } from './refuse-unseen'
import {
  type Changed,
  dropPairVerdict,
  findRuling,
  removeRuling,
  setPairVerdict,
  storeRuling,
} from './settle.sql'

export const settleAnswers = command(settleAnswersContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run(call, { pair, verdict, note, seen }) {
    const { db, project, actor } = call
    const { userId } = requirePerson(actor)
    await lockVerdictsSoon(db, project.id)
    const ruling = await findRuling(db, project.id, pair)
    refuseUnseen(ruling, { seen, userId, of: 'pair' })
    const texts = ruling ?? (await findPairTexts(db, project.id, pair))
    if (!texts) throw new AppError('not_found', 'No solution of this project has this pair.')
    const said = note.trim()
    await storeRuling(db, project.id, texts, { verdict, note: said, userId })
    const ruled = { verdict, reason: sayOfPair(said), userId }
    return describeChange(call, texts, await setPairVerdict(db, project.id, texts, ruled))
  },
  audit: ({ pair, verdict }, { changed }) => ({
    target: `answers:${pair}`,
    detail: { act: 'settle', verdict, changed },
  }),
})

export const unsettleAnswers = command(unsettleAnswersContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run(call, { pair, seen }) {
    const { db, project, actor } = call
    const { userId } = requirePerson(actor)
    await lockVerdictsSoon(db, project.id)
    refuseUnseen(await findRuling(db, project.id, pair), { seen, userId, of: 'pair' })
    const texts = await removeRuling(db, project.id, pair)
    if (!texts) throw new AppError('not_found', 'Nobody has settled this pair, or it was undone.')
    const graded = grade(texts.given, texts.truth, project.graderMode)
    return describeChange(call, texts, await dropPairVerdict(db, project.id, texts, graded))
  },
  audit: ({ pair }, { changed }) => ({
    target: `answers:${pair}`,
    detail: { act: 'unsettle', changed },
  }),
})

/** Ranks the queue anew where verdicts are others now, and says what became of the pair. */
async function describeChange(
  { db, project }: Pick<Call<'project', Transaction>, 'db' | 'project'>,
  texts: AnswerPair,
  { changed, problemIds }: Changed,
) {
  await queueSolutions(db, project, { problemIds })
  const row = await findPair(db, project.id, texts)
  if (!row) throw new AppError('not_found', 'No solution of this project has this pair any more.')
  return { pair: describePair(row), changed }
}
