import type { Transaction } from '@/lib/platform/server/database'

export interface OpenSlotCounts {
  /** Solutions with open slots. */
  waiting: number
  openSlots: number
  /** Solutions that are leased for work. */
  leased: number
}

/** Counts all open slots in an index, and subtracts those of excluded solutions, because they are few. */
export async function countOpenSlots(db: Transaction, projectId: string): Promise<OpenSlotCounts> {
  const [row] = await db.$queryRaw<[OpenSlotCounts]>`
    select sum(counts.solutions)::int as waiting, sum(counts.slots)::int as "openSlots",
      (select count(*)::int from lease
        where project_id = ${projectId}::uuid and purpose = 'work' and expires_at > now()) as leased
    from (
      select count(*) as solutions, coalesce(sum(slots - leased - done), 0) as slots
      from queue_item where project_id = ${projectId}::uuid and leased + done < slots
      union all
      select -count(*), -coalesce(sum(q.slots - q.leased - q.done), 0)
      from queue_exclusion x join queue_item q on q.project_id = x.project_id and q.solution_id = x.solution_id
      where x.project_id = ${projectId}::uuid and q.leased + q.done < q.slots) counts`
  return row
}
