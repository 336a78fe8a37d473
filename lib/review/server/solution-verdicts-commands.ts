import { type Call, command, requirePerson } from '@/lib/auth/server/operation'
import { grade } from '@/lib/grading/grade'
import type { Verdict } from '@/lib/grading/verdict'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import { noteReading, sayOfSolution } from '../person-says'
import {
  overruleVerdictContract,
  readAnswerContract,
  restoreVerdictContract,
} from '../solution-verdicts-contract'
import { describeStanding } from './describe-pair'
import {
  lockVerdictsSoon,
  verdictsTimeoutMs as timeoutMs,
} from '@/lib/grading/server/lock-verdicts.sql'
import { refuseUnseen } from './refuse-unseen'
import {
  findSolution,
  type FoundSolution,
  overruleSolution,
  restoreSolution,
} from './solution-verdicts.sql'

interface Asked {
  solution: string
  seen: string | null
}

export const overruleVerdict = command(overruleVerdictContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run(call, { verdict, note, ...asked }) {
    const { given } = await findSeen(call, asked)
    const said = note.trim()
    if (said === '' && given !== null)
      throw new AppError('invalid_input', 'Write why. Nothing was changed.', {
        issues: [{ place: 'note', reason: 'is empty' }],
      })
    return speakOf(call, asked.solution, { verdict, note: said })
  },
  audit: ({ solution, verdict }) => ({
    target: `solution:${solution}`,
    detail: { act: 'overrule', verdict },
  }),
})

export const readAnswer = command(readAnswerContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run(call, { answer, ...asked }) {
    const { truth } = await findSeen(call, asked)
    const read = answer.trim()
    const { verdict, reason } = grade(read, truth, call.project.graderMode)
    if (verdict === 'unsure')
      throw new AppError(
        'conflict',
        `The grader is unsure, too: ${reason} Nothing was changed; say yourself whether it is right.`,
      )
    return speakOf(call, asked.solution, { verdict, note: noteReading(read, reason) })
  },
  audit: ({ solution }, { verdict }) => ({
    target: `solution:${solution}`,
    detail: { act: 'read', verdict },
  }),
})

export const restoreVerdict = command(restoreVerdictContract, {
  action: 'answers.settle',
  scope: 'project',
  timeoutMs,
  async run(call, asked) {
    const { given, truth, ruledAt } = await findSeen(call, asked)
    if (ruledAt === null)
      throw new AppError('not_found', 'Nobody has spoken of this solution alone, or it was undone.')
    const place = { projectId: call.project.id, solutionId: asked.solution }
    await restoreSolution(call.db, place, grade(given, truth, call.project.graderMode))
    return describeSolution(call, asked.solution)
  },
  audit: ({ solution }, { verdict }) => ({
    target: `solution:${solution}`,
    detail: { act: 'restore', verdict },
  }),
})

type ProjectCall = Call<'project', Transaction>

/** The solution, once nobody else changes verdicts; refused where another person has spoken of it unseen. */
async function findSeen(
  { db, project, actor }: ProjectCall,
  { solution, seen }: Asked,
): Promise<FoundSolution> {
  const { userId } = requirePerson(actor)
  await lockVerdictsSoon(db, project.id)
  const found = await findSolution(db, { projectId: project.id, solutionId: solution })
  if (!found) throw noSuchSolution()
  refuseUnseen(found, { seen, userId, of: 'solution' })
  return found
}

async function speakOf(
  call: ProjectCall,
  solution: string,
  { verdict, note }: { verdict: Verdict; note: string },
) {
  const { userId } = requirePerson(call.actor)
  const place = { projectId: call.project.id, solutionId: solution }
  await overruleSolution(call.db, place, { verdict, reason: sayOfSolution(note), note, userId })
  return describeSolution(call, solution)
}

/** Ranks the queue anew for its problem, and says how it stands. */
async function describeSolution({ db, project }: ProjectCall, solution: string) {
  const found = await findSolution(db, { projectId: project.id, solutionId: solution })
  if (!found) throw noSuchSolution()
  await queueSolutions(db, project, { problemIds: [found.problemId] })
  return { solution, ...describeStanding(found) }
}

const noSuchSolution = () => new AppError('not_found', 'There is no such solution in this project.')
