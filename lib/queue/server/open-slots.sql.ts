import type { Transaction } from '@/lib/platform/server/database'
import { projectCountsSql } from '@/lib/projects/server/project-counts.sql'

export interface OpenSlotCounts {
  /** Solutions with open slots. */
  waiting: number
  openSlots: number
  /** Solutions that are leased for work. */
  leased: number
}

/**
 * Subtracts from the stored counts of unfinished slots those that are leased and those of excluded solutions, because they are
 * few. A slot is open if it is neither finished nor leased.
 */
export async function countOpenSlots(db: Transaction, projectId: string): Promise<OpenSlotCounts> {
  const [row] = await db.$queryRaw<[OpenSlotCounts]>`
    with leased as materialized (
      -- Looked up one by one, because a join could read all items.
      select q.* from (select distinct solution_id from lease where project_id = ${projectId}::uuid) l cross join lateral (
        select solution_id, slots, leased, done from queue_item
        where project_id = ${projectId}::uuid and solution_id = l.solution_id and leased > 0 and done < slots offset 0) q
    )
    select sum(counts.solutions)::int as waiting, sum(counts.slots)::int as "openSlots",
      (select count(distinct solution_id)::int from lease
        where project_id = ${projectId}::uuid and purpose = 'work' and expires_at > now()) as leased
    from (
      select coalesce(sum(amount) filter (where kind = 'unfinished_item'), 0) as solutions,
        coalesce(sum(amount) filter (where kind = 'unfinished_slot'), 0) as slots
      from ${projectCountsSql(projectId)} as stored
      union all
      select -count(*) filter (where leased + done = slots), -coalesce(sum(leased), 0) from leased
      union all
      select -count(*), -coalesce(sum(q.slots - q.leased - q.done), 0)
      from queue_exclusion x join queue_item q on q.project_id = x.project_id and q.solution_id = x.solution_id
      where x.project_id = ${projectId}::uuid and q.leased + q.done < q.slots) counts`
  return row
}
