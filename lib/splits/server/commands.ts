import { archiveAnnotation } from '@/lib/annotations/server/archive.sql'
import { lockSolution, type SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import {
  makeSolutionNotFoundError,
  makeStepsOutdatedError,
} from '@/lib/annotations/server/solution-errors'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import type { Transaction } from '@/lib/platform/server/database'
import { moveQuestionsToRepairedSteps } from '@/lib/questions/server/questions.sql'
import { makeReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import { dismissSplitReportContract, repairStepsContract } from '../contract'
import { describeStepChange, writeRepairReturnNote } from '../describe-repair'
import { planRepair, type RepairPlan } from './plan-repair'
import { moveGoldToRepairedSteps } from './repair-gold'
import {
  copyOptionReveals,
  listReworkOfSolution,
  createDraftsForLeases,
  storeReworkWithNote,
  storeMovedExplanations,
  storeRepairedAnnotation,
  storeMovedNotes,
  storeMovedOptions,
  storeRepairedSteps,
} from './repair.sql'
import { findSolutionWithSteps } from './solution-split.sql'
import { setSplitReportsDismissed } from './split-reports.sql'

export const repairSteps = command(repairStepsContract, {
  action: 'split.repair',
  scope: 'project',
  async run({ actor, db, project }, { solution, revision, change }) {
    const { userId } = requirePerson(actor)
    const solutionKey = { ...makeReviewScope(project), solutionId: solution }
    await lockSolution(db, solutionKey)
    const plan = await planRepair(db, solutionKey, { revision, change })
    const { repair, annotations, movedOptions } = plan
    const gold = await moveGoldToRepairedSteps(db, solutionKey, repair.replacement)
    await storeRepairedSteps(db, solutionKey, repair, {
      userId,
      change: describeStepChange(change),
    })
    await storeMovedOptions(db, solutionKey, repair.replacement, movedOptions)
    await copyOptionReveals(db, solutionKey, repair.replacement, revision)
    await storeMovedExplanations(db, solutionKey, repair.replacement)
    await storeRepairedAnnotations(db, solutionKey, plan)
    await storeMovedNotes(db, solutionKey, repair.replacement, movedOptions)
    await moveQuestionsToRepairedSteps(db, solutionKey, repair.replacement)
    await returnRepairedAnnotations(db, solutionKey, plan)
    const returnedCount = annotations.filter(({ isReturned }) => isReturned).length
    const drafts = annotations.filter(({ state }) => state === 'draft').length
    const submitted = annotations.filter(({ state }) => state === 'submitted').length
    const unchanged = submitted - returnedCount
    return { revision: revision + 1, returned: returnedCount, drafts, unchanged, gold }
  },
  audit: ({ solution, change }, { revision, returned, gold }) => ({
    target: `solution:${solution}`,
    detail: { change: describeStepChange(change), revision, returned, gold },
  }),
})

export const dismissSplitReport = command(dismissSplitReportContract, {
  action: 'split.dismiss',
  scope: 'project',
  async run({ db, project }, { solution, revision, ...reports }) {
    const solutionKey = { projectId: project.id, solutionId: solution }
    const details = await findSolutionWithSteps(db, solutionKey)
    if (!details) throw makeSolutionNotFoundError()
    if (details.revision !== revision) throw makeStepsOutdatedError()
    return { changed: await setSplitReportsDismissed(db, solutionKey, reports) }
  },
  audit: ({ solution, step, dismissed }, { changed }) => ({
    target: `solution:${solution}`,
    detail: { step, dismissed, changed },
  }),
})

async function storeRepairedAnnotations(
  db: Transaction,
  solutionKey: SolutionKey,
  { solution, repair, annotations }: RepairPlan,
): Promise<void> {
  const newRevision = {
    revision: solution.revision + 1,
    stepCount: repair.steps.length,
    replacement: repair.replacement,
  }
  for (const { annotation, state, mapped } of annotations) {
    const annotationKey = { projectId: solutionKey.projectId, annotationId: annotation }
    if (state === 'submitted') await archiveAnnotation(db, { ...annotationKey, reason: 'repaired' })
    await storeRepairedAnnotation(db, annotationKey, mapped, newRevision)
  }
  await createDraftsForLeases(db, solutionKey, newRevision)
}

/**
 * Returns annotations to their annotators with a note. Annotators who already have rework on this solution get the note
 * too.
 */
async function returnRepairedAnnotations(
  db: Transaction,
  solutionKey: SolutionKey,
  { change, annotations }: RepairPlan,
): Promise<void> {
  const earlierNotes = new Map(
    (await listReworkOfSolution(db, solutionKey)).map(({ userId, note }) => [userId, note]),
  )
  const returnedUserIds = annotations.flatMap(({ userId, isReturned }) =>
    isReturned && userId !== null ? [userId] : [],
  )
  for (const userId of new Set([...returnedUserIds, ...earlierNotes.keys()]))
    await storeReworkWithNote(db, solutionKey, {
      userId,
      note: writeRepairReturnNote(change, earlierNotes.get(userId)),
    })
}
