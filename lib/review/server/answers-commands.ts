import { type Call, command, requirePerson } from '@/lib/auth/server/operation'
import { grade, graderVersion } from '@/lib/grading/grade'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import {
  overruleVerdictContract,
  settleAnswersContract,
  unsettleAnswersContract,
} from '../answers-contract'
import { sayOfPair, sayOfSolution } from '../person-says'
import { type AnswerPair, findPair, findPairTexts } from './answers.sql'
import { describePair } from './describe-pair'
import {
  type Changed,
  lockVerdictsSoon,
  removeRuling,
  setPairVerdict,
  setVerdict,
  storeRuling,
} from './settle.sql'

/** An import that is about to end, or a regrade, may have the verdicts; a pair may have a hundred thousand solutions. */
const timeoutMs = 60_000

export const settleAnswers = command(settleAnswersContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run(call, { pair, verdict, note }) {
    const { db, project, actor } = call
    const { userId } = requirePerson(actor)
    await lockVerdictsSoon(db, project.id)
    const texts = await findPairTexts(db, project.id, pair)
    if (!texts) throw new AppError('not_found', 'No solution of this project has this pair.')
    const said = note.trim()
    await storeRuling(db, project.id, texts, { verdict, note: said, userId })
    const reason = sayOfPair(said)
    const ruled = { verdict, reason, graderVersion: null, by: 'person', userId } as const
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
  async run(call, { pair }) {
    const { db, project } = call
    await lockVerdictsSoon(db, project.id)
    const texts = await removeRuling(db, project.id, pair)
    if (!texts) throw new AppError('not_found', 'Nobody has settled this pair, or it was undone.')
    const { given, truth } = texts
    const graded = {
      ...grade(given, truth, project.graderMode),
      graderVersion,
      ...({ by: 'grader', userId: null } as const),
    }
    return describeChange(call, texts, await setPairVerdict(db, project.id, texts, graded))
  },
  audit: ({ pair }, { changed }) => ({
    target: `answers:${pair}`,
    detail: { act: 'unsettle', changed },
  }),
})

export const overruleVerdict = command(overruleVerdictContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run({ db, project, actor }, { solution, verdict, note }) {
    const { userId } = requirePerson(actor)
    await lockVerdictsSoon(db, project.id)
    const reason = sayOfSolution(note.trim())
    const place = { projectId: project.id, solutionId: solution }
    const found = await setVerdict(db, place, { verdict, reason, userId })
    if (!found) throw new AppError('not_found', 'There is no such solution in this project.')
    await queueSolutions(db, project, { problemIds: [found.problemId] })
    return { solution, verdict, reason }
  },
  audit: ({ solution, verdict }) => ({
    target: `solution:${solution}`,
    detail: { act: 'overrule', verdict },
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
