import { command, requirePerson } from '@/lib/auth/server/operation'
import { archiveLabelling } from '@/lib/labelling/server/archive.sql'
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
  storeMappedLabelling,
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
    const { repair, labellings, movedOptions } = plan
    const gold = await repairGold(db, place, repair.map)
    await storeSteps(db, place, repair, { userId, change: describeChange(change) })
    await storeOptions(db, place, repair.map, movedOptions)
    await storeExplanations(db, place, repair.map)
    await mapLabellings(db, place, plan)
    await storeNotes(db, place, repair.map, movedOptions)
    await moveQuestions(db, place, repair.map)
    await returnLabellings(db, place, plan)
    const returned = labellings.filter(({ isReturned }) => isReturned).length
    const drafts = labellings.filter(({ state }) => state === 'draft').length
    const kept = labellings.length - returned - drafts
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

async function mapLabellings(
  db: Transaction,
  place: SolutionPlace,
  { solution, repair, labellings }: RepairPlan,
): Promise<void> {
  const next = {
    revision: solution.revision + 1,
    stepCount: repair.steps.length,
    map: repair.map,
  }
  for (const { labelling, state, mapped } of labellings) {
    const which = { projectId: place.projectId, labellingId: labelling }
    if (state === 'submitted') await archiveLabelling(db, { ...which, reason: 'repaired' })
    await storeMappedLabelling(db, which, mapped, next)
  }
  await startDraftsOfHolders(db, place, next)
}

/** Back to their annotators with a word on why; who waits to get one back already is told of this too. */
async function returnLabellings(
  db: Transaction,
  place: SolutionPlace,
  { change, labellings }: RepairPlan,
): Promise<void> {
  const told = new Map((await listDue(db, place)).map(({ userId, note }) => [userId, note]))
  const returned = labellings.flatMap(({ userId, isReturned }) =>
    isReturned && userId !== null ? [userId] : [],
  )
  for (const userId of new Set([...returned, ...told.keys()]))
    await storeDue(db, place, { userId, note: writeReturnNote(change, told.get(userId)) })
}
