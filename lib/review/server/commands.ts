import { command, requirePerson } from '@/lib/auth/server/operation'
import { archiveAnnotation } from '@/lib/annotations/server/archive.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { dismissSplitReportContract, repairStepsContract } from '../contract'
import { describeChange, writeReturnNote } from '../describe-repair'
import { lockSolution, type SolutionPlace } from './lock-solution.sql'
import { makeNotFound, makeOutdated, planRepair, type RepairPlan } from './plan-repair'
import { moveQuestions } from './questions.sql'
import { repairGold } from './repair-gold'
import {
  listDue,
  startDraftsOfHolders,
  storeDue,
  storeExplanations,
  storeMappedAnnotation,
  storeNotes,
  storeOptions,
  storeSteps,
} from './repair.sql'
import { dismissReports } from './reports.sql'
import { readAs } from './reviewed.sql'
import { findSolution } from './split.sql'

export const repairSteps = command(repairStepsContract, {
  action: 'split.repair',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, change }) {
    const { userId } = requirePerson(actor)
    const place = { ...readAs(project), solutionId: solution }
    await lockSolution(db, place)
    const plan = await planRepair(db, place, { revision, change })
    const { repair, annotations, movedOptions } = plan
    const gold = await repairGold(db, place, repair.map)
    await storeSteps(db, place, repair, { userId, change: describeChange(change) })
    await storeOptions(db, place, repair.map, movedOptions)
    await storeExplanations(db, place, repair.map)
    await mapAnnotations(db, place, plan)
    await storeNotes(db, place, repair.map, movedOptions)
    await moveQuestions(db, place, repair.map)
    await returnAnnotations(db, place, plan)
    const returned = annotations.filter(({ isReturned }) => isReturned).length
    const drafts = annotations.filter(({ state }) => state === 'draft').length
    const kept = annotations.length - returned - drafts
    return { revision: revision + 1, returned, drafts, kept, gold }
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
    const place = { projectId: project.id, solutionId: solution }
    const found = await findSolution(db, place)
    if (!found) throw makeNotFound()
    if (found.revision !== revision) throw makeOutdated()
    return { changed: await dismissReports(db, place, reports) }
  },
  audit: ({ solution, step, dismissed }, { changed }) => ({
    target: `solution:${solution}`,
    detail: { step, dismissed, changed },
  }),
})

async function mapAnnotations(
  db: Transaction,
  place: SolutionPlace,
  { solution, repair, annotations }: RepairPlan,
): Promise<void> {
  const next = {
    revision: solution.revision + 1,
    stepCount: repair.steps.length,
    map: repair.map,
  }
  for (const { annotation, state, mapped } of annotations) {
    const which = { projectId: place.projectId, annotationId: annotation }
    if (state === 'submitted') await archiveAnnotation(db, { ...which, reason: 'repaired' })
    await storeMappedAnnotation(db, which, mapped, next)
  }
  await startDraftsOfHolders(db, place, next)
}

/** Back to their annotators with a word on why; who waits to get one back already is told of this too. */
async function returnAnnotations(
  db: Transaction,
  place: SolutionPlace,
  { change, annotations }: RepairPlan,
): Promise<void> {
  const told = new Map((await listDue(db, place)).map(({ userId, note }) => [userId, note]))
  const returned = annotations.flatMap(({ userId, isReturned }) =>
    isReturned && userId !== null ? [userId] : [],
  )
  for (const userId of new Set([...returned, ...told.keys()]))
    await storeDue(db, place, { userId, note: writeReturnNote(change, told.get(userId)) })
}
