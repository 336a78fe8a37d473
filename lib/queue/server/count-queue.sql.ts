import type { LeasePurpose } from '@/lib/generated/prisma/enums'
import type { Database } from '@/lib/platform/server/database'

/** More open items than this are not counted: whether there are many is not what anybody has to be woken for. */
export const countedItemsMax = 10_000

/** Of the whole instance: a row for each person at most is read of leases, and of items those of an index of open ones. */
export async function countQueue(db: Database): Promise<{
  openItems: number
  leases: { purpose: LeasePurpose; live: number; oldestSeconds: number }[]
}> {
  const [items] = await db.$queryRaw<{ open: number }[]>`
    select count(*)::int as open from (
      select from queue_item where held + done < wanted limit ${countedItemsMax}) counted`
  const leases = await db.$queryRaw<
    { purpose: LeasePurpose; live: number; oldestSeconds: number }[]
  >`
    select purpose::text as purpose, count(*)::int as live,
      extract(epoch from now() - min(claimed_at))::float as "oldestSeconds"
    from lease where expires_at > now() group by purpose`
  return { openItems: items!.open, leases }
}
