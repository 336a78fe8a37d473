import { makeSolutionNotFoundError } from '@/lib/annotations/server/solution-errors'
import type { CallContext } from '@/lib/auth/server/call-context'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import {
  lockVerdictsOrFail,
  verdictCommandTimeoutMs as timeoutMs,
} from '@/lib/grading/server/lock-verdicts.sql'
import type { Verdict } from '@/lib/grading/verdict'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { updateQueueForProblems } from '@/lib/rounds/server/update-queue-for-problems.sql'
import {
  overrideVerdictContract,
  enterFinalAnswerContract,
  restoreVerdictContract,
} from '../solution-verdicts-contract'
import { formatEnteredAnswerNote, formatSolutionReason } from '../verdict-reasons'
import { toVerdictStatusReply } from './answer-pair-reply'
import { rejectOverwriteOfUnseenVerdict } from './reject-overwrite-of-unseen-verdict'
import {
  findSolutionVerdict,
  type SolutionVerdictDetails,
  overrideSolutionVerdict,
  restoreSolutionVerdict,
} from './solution-verdicts.sql'

interface SolutionRequest {
  solution: string
  expected: string | null
}

export const overrideVerdict = command(overrideVerdictContract, {
  action: 'answers.decide',
  scope: 'project',
  timeoutMs,
  async run(call, { verdict, note, ...request }) {
    const { answer } = await lockUnchangedVerdict(call, request)
    const comment = note.trim()
    if (comment === '' && answer !== null)
      throw new AppError('invalid_input', 'Write a reason. Nothing was changed.', {
        issues: [{ location: 'note', reason: 'is empty' }],
      })
    return decide(call, request.solution, { verdict, note: comment })
  },
  audit: ({ solution, verdict }) => ({
    target: `solution:${solution}`,
    detail: { operation: 'override', verdict },
  }),
})

export const enterFinalAnswer = command(enterFinalAnswerContract, {
  action: 'answers.decide',
  scope: 'project',
  timeoutMs,
  async run(call, { answer, ...request }) {
    const { referenceAnswer } = await lockUnchangedVerdict(call, request)
    const trimmedAnswer = answer.trim()
    const { verdict, reason } = gradeAnswer(trimmedAnswer, referenceAnswer, call.project.graderMode)
    if (verdict === 'unsure')
      throw new AppError(
        'conflict',
        `The grader is unsure: ${reason} Nothing was changed. Decide yourself whether it is correct.`,
      )
    return decide(call, request.solution, {
      verdict,
      note: formatEnteredAnswerNote(trimmedAnswer, reason),
    })
  },
  audit: ({ solution }, { verdict }) => ({
    target: `solution:${solution}`,
    detail: { operation: 'read', verdict },
  }),
})

export const restoreVerdict = command(restoreVerdictContract, {
  action: 'answers.decide',
  scope: 'project',
  timeoutMs,
  async run(call, request) {
    const { answer, referenceAnswer, decidedAt } = await lockUnchangedVerdict(call, request)
    if (decidedAt === null)
      throw new AppError('not_found', 'There is no decision on this solution.')
    const solutionKey = { projectId: call.project.id, solutionId: request.solution }
    await restoreSolutionVerdict(
      call.db,
      solutionKey,
      gradeAnswer(answer, referenceAnswer, call.project.graderMode),
    )
    return rerankAndReadVerdict(call, request.solution)
  },
  audit: ({ solution }, { verdict }) => ({
    target: `solution:${solution}`,
    detail: { operation: 'restore', verdict },
  }),
})

type ProjectCall = CallContext<'project', Transaction>

/** Locks the solution's verdict. Rejects if someone else's verdict is one that the caller has not read. */
async function lockUnchangedVerdict(
  { db, project, actor }: ProjectCall,
  { solution, expected }: SolutionRequest,
): Promise<SolutionVerdictDetails> {
  const { userId } = requirePerson(actor)
  await lockVerdictsOrFail(db, project.id)
  const details = await findSolutionVerdict(db, { projectId: project.id, solutionId: solution })
  if (!details) throw makeSolutionNotFoundError()
  rejectOverwriteOfUnseenVerdict(details, { expected, userId, subject: 'solution' })
  return details
}

async function decide(
  call: ProjectCall,
  solution: string,
  { verdict, note }: { verdict: Verdict; note: string },
) {
  const { userId } = requirePerson(call.actor)
  const solutionKey = { projectId: call.project.id, solutionId: solution }
  await overrideSolutionVerdict(call.db, solutionKey, {
    verdict,
    reason: formatSolutionReason(note),
    note,
    userId,
  })
  return rerankAndReadVerdict(call, solution)
}

/** Re-ranks the queue for the problem and returns the verdict. */
async function rerankAndReadVerdict({ db, project }: ProjectCall, solution: string) {
  const details = await findSolutionVerdict(db, { projectId: project.id, solutionId: solution })
  if (!details) throw makeSolutionNotFoundError()
  await updateQueueForProblems(db, project, { problemIds: [details.problemId] })
  return { solution, ...toVerdictStatusReply(details) }
}
