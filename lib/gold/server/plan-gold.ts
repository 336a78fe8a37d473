import type { PeriodicTask } from '@/lib/jobs/server/run-periodic-tasks'
import {
  deletePlannedGoldItems,
  deleteGoldChanges,
  deleteGoldPlansOfNonAnnotators,
  type ProjectGoldChanges,
  listAnnotators,
  listGoldChanges,
  listAnnotatorsShortOfGold,
  lockGoldPlans,
  createGoldPlans,
  updateQueueGoldShare,
} from './plan-gold.sql'

/** People per transaction. Small, because claims get no gold while their planned gold is locked. */
const batchSize = 20

/**
 * Keeps gold planned for every annotator, so that a claim only takes the next item. Plans again for the whole project
 * when its gold, settings, members or round changed, and tops up plans with little gold left.
 */
export const planGoldOfAllProjects: PeriodicTask = async (db, signal) => {
  for (const change of await listGoldChanges(db)) await replanProject(db, signal, change)
  const annotatorsByProject = Map.groupBy(
    await listAnnotatorsShortOfGold(db),
    ({ projectId }) => projectId,
  )
  for (const [projectId, people] of annotatorsByProject)
    for (const userIds of splitIntoBatches(people.map(({ userId }) => userId)))
      if (!signal.aborted)
        await db.$transaction(async (tx) => {
          await lockGoldPlans(tx, projectId)
          await deletePlannedGoldItems(tx, projectId, userIds, 'finished')
          await createGoldPlans(tx, projectId, userIds)
        })
}

/** Deletes the change only after planning for everyone, so that another process starts over if this one stops. */
async function replanProject(
  db: Parameters<PeriodicTask>[0],
  signal: AbortSignal,
  change: ProjectGoldChanges,
): Promise<void> {
  const { projectId } = change
  await updateQueueGoldShare(db, projectId)
  await deleteGoldPlansOfNonAnnotators(db, projectId)
  for (const userIds of splitIntoBatches(await listAnnotators(db, projectId))) {
    if (signal.aborted) return
    await db.$transaction(async (tx) => {
      await lockGoldPlans(tx, projectId)
      await deletePlannedGoldItems(tx, projectId, userIds, 'all')
      await createGoldPlans(tx, projectId, userIds)
    })
  }
  await deleteGoldChanges(db, change)
}

function* splitIntoBatches(userIds: readonly string[]): Generator<string[]> {
  for (let i = 0; i < userIds.length; i += batchSize) yield userIds.slice(i, i + batchSize)
}
