import {
  type AnnotationConsensus,
  findAnnotationConsensus,
} from '@/lib/agreement/server/consensus.sql'
import { lockSolution, type SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import {
  makeSolutionNotFoundError,
  makeStepsOutdatedError,
} from '@/lib/annotations/server/solution-errors'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { findReviewedSolution } from '@/lib/reviews/server/reviewed-annotations.sql'
import {
  acceptConsensusAsGoldContract,
  markSolutionAsGoldContract,
  unmarkSolutionAsGoldContract,
} from '../contract'
import { removeGoldAndReopenSlots, convertSolutionToGold } from './convert-to-gold'
import { findGoldRefusalReason } from './find-gold-refusal'
import { findGoldDetails } from './gold-rows.sql'

export const markSolutionAsGold = command(markSolutionAsGoldContract, {
  action: 'gold.change',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, ...goldFields }) {
    const { userId } = requirePerson(actor)
    const solutionKey = { projectId: project.id, solutionId: solution }
    await lockSolution(db, solutionKey)
    const details = await findReviewedSolution(db, solutionKey)
    if (!details) throw makeSolutionNotFoundError()
    const refusal = findGoldRefusalReason(details)
    if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
    if (details.revision !== revision) throw makeStepsOutdatedError()
    const firstErrors = [...new Set(goldFields.firstErrors)].sort((a, b) => a - b)
    rejectMissingStep(firstErrors, details.steps.length)
    const { explanation } = goldFields
    const closedSlots = await convertSolutionToGold(db, solutionKey, {
      firstErrors,
      explanation,
      origin: 'marked',
      userId,
    })
    return { solution, wasGold: details.isGold, closedSlots }
  },
  audit: ({ solution, firstErrors }, { wasGold, closedSlots }) => ({
    target: `solution:${solution}`,
    detail: { operation: 'mark', firstErrors, wasGold, closedSlots },
  }),
})

export const unmarkSolutionAsGold = command(unmarkSolutionAsGoldContract, {
  action: 'gold.change',
  scope: 'project',
  async run({ db, project }, { solution }) {
    const solutionKey = { projectId: project.id, solutionId: solution }
    await lockSolution(db, solutionKey)
    const reopenedSlots = await removeGoldAndReopenSlots(db, solutionKey)
    if (reopenedSlots === null) {
      if (!(await findReviewedSolution(db, solutionKey))) throw makeSolutionNotFoundError()
      throw new AppError('conflict', 'This solution is not gold. Nothing was changed.')
    }
    return { solution, reopenedSlots }
  },
  audit: ({ solution }, { reopenedSlots }) => ({
    target: `solution:${solution}`,
    detail: { operation: 'unmark', reopenedSlots },
  }),
})

export const acceptConsensusAsGold = command(acceptConsensusAsGoldContract, {
  action: 'gold.change',
  scope: 'project',
  timeoutMs: 60_000,
  async run({ actor, db, project }, { solutions }) {
    const { userId } = requirePerson(actor)
    const skippedSolutions: { solution: string; reason: string }[] = []
    // Sorted by id, so that concurrent calls with the same solutions do not deadlock.
    for (const expectedConsensus of solutions.toSorted((a, b) =>
      a.solution < b.solution ? -1 : 1,
    )) {
      const solutionKey = { projectId: project.id, solutionId: expectedConsensus.solution }
      const reason = await acceptConsensusOfSolution(db, solutionKey, expectedConsensus, userId)
      if (reason !== null) skippedSolutions.push({ solution: expectedConsensus.solution, reason })
    }
    return { accepted: solutions.length - skippedSolutions.length, skipped: skippedSolutions }
  },
  audit: ({ solutions }, { accepted }) => ({
    target: 'gold',
    detail: { operation: 'accept', solutions: solutions.map(({ solution }) => solution), accepted },
  }),
})

/** Returns why the solution was skipped; null if it is gold now. */
async function acceptConsensusOfSolution(
  db: Transaction,
  solutionKey: SolutionKey,
  expectedConsensus: AnnotationConsensus,
  userId: string,
): Promise<string | null> {
  await lockSolution(db, solutionKey)
  const currentConsensus = await findAnnotationConsensus(db, solutionKey)
  if (!currentConsensus)
    return (await findGoldDetails(db, solutionKey))
      ? 'It is already gold.'
      : 'Its annotations disagree on the first error, or it is adjudicated.'
  if (
    currentConsensus.error !== expectedConsensus.error ||
    currentConsensus.people < expectedConsensus.people
  )
    return 'Its annotations changed since you opened the page.'
  const { error, explanation } = currentConsensus
  const firstErrors = error === null ? [] : [error]
  await convertSolutionToGold(db, solutionKey, {
    firstErrors,
    explanation,
    origin: 'consensus',
    userId,
  })
  return null
}

function rejectMissingStep(firstErrors: readonly number[], steps: number): void {
  const lastError = firstErrors.at(-1) ?? 0
  if (lastError < steps) return
  const reason = `Step ${lastError + 1} does not exist.`
  throw new AppError('invalid_input', reason, { issues: [{ location: 'firstErrors', reason }] })
}
