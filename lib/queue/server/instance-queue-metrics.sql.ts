import type { LeasePurpose } from '@/lib/generated/prisma/enums'
import type { Database } from '@/lib/platform/server/database'

/** The count of waiting items stops here: no alert needs a larger number. */
export const maxCountedItems = 10_000

/**
 * Queue metrics of the whole instance, without excluded items. Cheap: an annotator has few leases, and items come from the
 * index of waiting ones.
 */
export async function readInstanceQueueMetrics(db: Database): Promise<{
  waitingItems: number
  leases: { purpose: LeasePurpose; live: number; oldestSeconds: number }[]
}> {
  const [items] = await db.$queryRaw<{ waiting: number }[]>`
    select count(*)::int as waiting from (
      select from queue_item q
      where q.leased + q.done < q.slots and not exists (
        select from queue_exclusion x where x.project_id = q.project_id and x.solution_id = q.solution_id)
      limit ${maxCountedItems}) counted`
  const leases = await db.$queryRaw<
    { purpose: LeasePurpose; live: number; oldestSeconds: number }[]
  >`
    select purpose::text as purpose, count(*)::int as live,
      extract(epoch from now() - min(claimed_at))::float as "oldestSeconds"
    from lease where expires_at > now() group by purpose`
  return { waitingItems: items!.waiting, leases }
}
