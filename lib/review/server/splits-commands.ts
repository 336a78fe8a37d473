import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { archiveAnnotation } from '@/lib/annotations/server/archive.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { dismissSplitReportContract, repairStepsContract } from '../splits-contract'
import { describeChange, writeReturnNote } from '../describe-repair'
import { lockSolution, type SolutionKey } from './lock-solution.sql'
import {
  makeSolutionNotFound,
  makeStepsOutdatedError,
  planRepair,
  type RepairPlan,
} from './plan-repair'
import { moveQuestions } from './questions.sql'
import { repairGold } from './repair-gold'
import {
  copyReveals,
  listRework,
  createDraftsForLeases,
  storeRework,
  storeExplanations,
  storeMappedAnnotation,
  storeNotes,
  moveOptions,
  storeSteps,
} from './repair.sql'
import { dismissReports } from './reports.sql'
import { toReviewScope } from './reviewed.sql'
import { findSolution } from './split.sql'

export const repairSteps = command(repairStepsContract, {
  action: 'split.repair',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, change }) {
    const { userId } = requirePerson(actor)
    const solutionKey = { ...toReviewScope(project), solutionId: solution }
    await lockSolution(db, solutionKey)
    const plan = await planRepair(db, solutionKey, { revision, change })
    const { repair, annotations, movedOptions } = plan
    const gold = await repairGold(db, solutionKey, repair.map)
    await storeSteps(db, solutionKey, repair, { userId, change: describeChange(change) })
    await moveOptions(db, solutionKey, repair.map, movedOptions)
    await copyReveals(db, solutionKey, repair.map, revision)
    await storeExplanations(db, solutionKey, repair.map)
    await mapAnnotations(db, solutionKey, plan)
    await storeNotes(db, solutionKey, repair.map, movedOptions)
    await moveQuestions(db, solutionKey, repair.map)
    await returnAnnotations(db, solutionKey, plan)
    const returned = annotations.filter(({ isReturned }) => isReturned).length
    const drafts = annotations.filter(({ state }) => state === 'draft').length
    const unchanged = annotations.length - returned - drafts
    return { revision: revision + 1, returned, drafts, unchanged, gold }
  },
  audit: ({ solution, change }, { revision, returned, gold }) => ({
    target: `solution:${solution}`,
    detail: { change: describeChange(change), revision, returned, gold },
  }),
})

export const dismissSplitReport = command(dismissSplitReportContract, {
  action: 'split.dismiss',
  scope: 'project',
  async run({ db, project }, { solution, revision, ...reports }) {
    const solutionKey = { projectId: project.id, solutionId: solution }
    const details = await findSolution(db, solutionKey)
    if (!details) throw makeSolutionNotFound()
    if (details.revision !== revision) throw makeStepsOutdatedError()
    return { changed: await dismissReports(db, solutionKey, reports) }
  },
  audit: ({ solution, step, dismissed }, { changed }) => ({
    target: `solution:${solution}`,
    detail: { step, dismissed, changed },
  }),
})

async function mapAnnotations(
  db: Transaction,
  solutionKey: SolutionKey,
  { solution, repair, annotations }: RepairPlan,
): Promise<void> {
  const next = {
    revision: solution.revision + 1,
    stepCount: repair.steps.length,
    map: repair.map,
  }
  for (const { annotation, state, mapped } of annotations) {
    const which = { projectId: solutionKey.projectId, annotationId: annotation }
    if (state === 'submitted') await archiveAnnotation(db, { ...which, reason: 'repaired' })
    await storeMappedAnnotation(db, which, mapped, next)
  }
  await createDraftsForLeases(db, solutionKey, next)
}

/** Sends annotations back with a note. Annotators who already have rework on this solution get the note too. */
async function returnAnnotations(
  db: Transaction,
  solutionKey: SolutionKey,
  { change, annotations }: RepairPlan,
): Promise<void> {
  const earlierNotes = new Map(
    (await listRework(db, solutionKey)).map(({ userId, note }) => [userId, note]),
  )
  const returned = annotations.flatMap(({ userId, isReturned }) =>
    isReturned && userId !== null ? [userId] : [],
  )
  for (const userId of new Set([...returned, ...earlierNotes.keys()]))
    await storeRework(db, solutionKey, {
      userId,
      note: writeReturnNote(change, earlierNotes.get(userId)),
    })
}
