import type { Watch } from '@/lib/jobs/server/run-watches'
import {
  deletePlannedGold,
  endGoldChanges,
  endPlansOfOthers,
  type GoldChanges,
  listAnnotators,
  listGoldChanges,
  listShortOfGold,
  planFor,
  pushGoldShare,
} from './plan-gold.sql'

/** In one transaction: what is planned anew is locked meanwhile, and a claim goes without gold. */
const peopleAtOnce = 20

/**
 * Keeps gold planned for every annotator, so that a claim only takes what is next: anew for all of a project where gold,
 * its settings, its people or its round have changed, and more for whom little is left.
 */
export const planGold: Watch = async (db, stopping) => {
  for (const change of await listGoldChanges(db)) await planAnew(db, stopping, change)
  const short = Map.groupBy(await listShortOfGold(db), ({ projectId }) => projectId)
  for (const [projectId, people] of short)
    for (const userIds of cut(people.map(({ userId }) => userId)))
      if (!stopping.aborted)
        await db.$transaction(async (tx) => {
          await deletePlannedGold(tx, projectId, userIds, 'over')
          await planFor(tx, projectId, userIds)
        })
}

/** The change is over once all are planned: should this process end, another begins again. */
async function planAnew(
  db: Parameters<Watch>[0],
  stopping: AbortSignal,
  change: GoldChanges,
): Promise<void> {
  const { projectId } = change
  await pushGoldShare(db, projectId)
  await endPlansOfOthers(db, projectId)
  for (const userIds of cut(await listAnnotators(db, projectId))) {
    if (stopping.aborted) return
    await db.$transaction(async (tx) => {
      await deletePlannedGold(tx, projectId, userIds, 'all')
      await planFor(tx, projectId, userIds)
    })
  }
  await endGoldChanges(db, change)
}

function* cut(userIds: readonly string[]): Generator<string[]> {
  for (let i = 0; i < userIds.length; i += peopleAtOnce) yield userIds.slice(i, i + peopleAtOnce)
}
