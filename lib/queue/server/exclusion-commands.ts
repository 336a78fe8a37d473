import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import {
  excludeSolutionContract,
  listExclusionsContract,
  restoreSolutionContract,
} from '../contract'
import {
  type ExclusionRow,
  insertExclusion,
  listExclusionRows,
  removeExclusion,
} from './exclusions.sql'

export const excludeSolution = command(excludeSolutionContract, {
  action: 'queue.exclude',
  scope: 'project',
  async run({ actor, db, project }, { solution, reason }) {
    const key = { projectId: project.id, solutionId: solution }
    const { userId } = requirePerson(actor)
    if (!(await insertExclusion(db, key, { userId, reason: reason.trim() })))
      throw new AppError('not_found', 'Solution not found in this project.')
    return { solution, isExcluded: true as const }
  },
  audit: ({ solution }) => ({ target: `solution:${solution}`, detail: { operation: 'exclude' } }),
})

export const restoreSolution = command(restoreSolutionContract, {
  action: 'queue.exclude',
  scope: 'project',
  async run({ db, project }, { solution }) {
    if (!(await removeExclusion(db, { projectId: project.id, solutionId: solution })))
      throw new AppError(
        'not_found',
        'This solution is not excluded. It may already have been restored.',
      )
    return { solution, isExcluded: false as const }
  },
  audit: ({ solution }) => ({ target: `solution:${solution}`, detail: { operation: 'restore' } }),
})

export const listExclusions = query(listExclusionsContract, {
  action: 'queue.head',
  scope: 'project',
  async run({ db, project }, { limit }) {
    const rows = await listExclusionRows(db, project.id, limit)
    return { items: rows.map(toExclusionReply) }
  },
})

/** For skipped solutions, returns the reasons of the skips rather than the exclusion by the third annotator. */
function toExclusionReply({ solution, problem, kind, reason, by, at, skips }: ExclusionRow) {
  const exclusion = { reason, by, at: at.toISOString() }
  return {
    solution,
    problem,
    reasons:
      kind === 'skipped'
        ? skips.map((skip) => ({ ...skip, at: new Date(skip.at).toISOString() }))
        : [exclusion],
    kind,
  }
}
