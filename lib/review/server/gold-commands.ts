import { command, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { acceptConsensusContract, markGoldContract, unmarkGoldContract } from '../gold-contract'
import { endGold, makeGold } from './adjudication-gold'
import { type Agreed, findAgreed } from './consensus.sql'
import { findGoldItem } from './gold-rows.sql'
import { goldRefusal } from './gold-refusal'
import { lockSolution, type SolutionPlace } from './lock-solution.sql'
import { makeNotFound, makeOutdated } from './plan-repair'
import { findReviewedSolution } from './reviewed.sql'

export const markGold = command(markGoldContract, {
  action: 'gold.change',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, ...given }) {
    const { userId } = requirePerson(actor)
    const place = { projectId: project.id, solutionId: solution }
    await lockSolution(db, place)
    const found = await findReviewedSolution(db, place)
    if (!found) throw makeNotFound()
    const refusal = goldRefusal(found)
    if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
    if (found.revision !== revision) throw makeOutdated()
    const firstErrors = [...new Set(given.firstErrors)].sort((a, b) => a - b)
    refuseMissingStep(firstErrors, found.steps.length)
    const { explanation } = given
    const closedPlaces = await makeGold(db, place, {
      ...{ firstErrors, explanation, origin: 'marked', userId },
    })
    return { solution, wasGold: found.isGold, closedPlaces }
  },
  audit: ({ solution, firstErrors }, { wasGold, closedPlaces }) => ({
    target: `solution:${solution}`,
    detail: { act: 'mark', firstErrors, wasGold, closedPlaces },
  }),
})

export const unmarkGold = command(unmarkGoldContract, {
  action: 'gold.change',
  scope: 'project',
  async run({ db, project }, { solution }) {
    const place = { projectId: project.id, solutionId: solution }
    await lockSolution(db, place)
    const openedPlaces = await endGold(db, place)
    if (openedPlaces === null) {
      if (!(await findReviewedSolution(db, place))) throw makeNotFound()
      throw new AppError('conflict', 'This solution is no gold. Nothing was changed.')
    }
    return { solution, openedPlaces }
  },
  audit: ({ solution }, { openedPlaces }) => ({
    target: `solution:${solution}`,
    detail: { act: 'unmark', openedPlaces },
  }),
})

export const acceptConsensus = command(acceptConsensusContract, {
  action: 'gold.change',
  scope: 'project',
  timeoutMs: 60_000,
  async run({ actor, db, project }, { solutions }) {
    const { userId } = requirePerson(actor)
    const left: { solution: string; reason: string }[] = []
    // By id: who accepts others of the same at the same time waits, and neither waits for the other.
    for (const read of solutions.toSorted((a, b) => (a.solution < b.solution ? -1 : 1))) {
      const place = { projectId: project.id, solutionId: read.solution }
      const reason = await acceptOne(db, place, read, userId)
      if (reason !== null) left.push({ solution: read.solution, reason })
    }
    return { accepted: solutions.length - left.length, left }
  },
  audit: ({ solutions }, { accepted }) => ({
    target: 'gold',
    detail: { act: 'accept', solutions: solutions.map(({ solution }) => solution), accepted },
  }),
})

/** Why it stays as it is; null: it is gold now. */
async function acceptOne(
  db: Transaction,
  place: SolutionPlace,
  read: Agreed,
  userId: string,
): Promise<string | null> {
  await lockSolution(db, place)
  const found = await findAgreed(db, place)
  if (!found)
    return (await findGoldItem(db, place))
      ? 'It is gold already.'
      : 'Its annotations do not agree on the first error, or it was ruled on.'
  if (found.error !== read.error || found.people < read.people)
    return 'Its annotations changed since you read them.'
  const { error, explanation } = found
  const firstErrors = error === null ? [] : [error]
  await makeGold(db, place, { firstErrors, explanation, origin: 'consensus', userId })
  return null
}

function refuseMissingStep(firstErrors: readonly number[], steps: number): void {
  const last = firstErrors.at(-1) ?? 0
  if (last < steps) return
  const reason = `There is no step ${last + 1}.`
  throw new AppError('invalid_input', reason, { issues: [{ place: 'firstErrors', reason }] })
}
