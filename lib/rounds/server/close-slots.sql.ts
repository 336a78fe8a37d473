import type { Transaction } from '@/lib/platform/server/database'

/**
 * Closes the free slots of solutions that this import labelled, and of gold: neither is ordinary work any more. Removes items
 * that no one has started. Slots of gold that become free later are closed too, until the solution is no longer gold.
 * Call this last in the transaction: it blocks annotators who work on these solutions. Locks rows in id order.
 */
export async function closeSlotsOfImportedLabelsAndGold(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  await db.$executeRaw`
    with answered as (
      select solution_id, bool_or(is_gold) as is_gold from (
        select solution_id, true as is_gold from gold_item where project_id = ${projectId}::uuid
        union all
        select solution_id, false from annotation
        where project_id = ${projectId}::uuid and import_id = ${importId}::uuid
      ) a group by solution_id
    ), closed as (
      select q.solution_id, a.is_gold from queue_item q join answered a on a.solution_id = q.solution_id
      where q.project_id = ${projectId}::uuid
        and (q.leased + q.done < q.slots or a.is_gold and q.closed_slots is null)
      order by q.solution_id for update of q
    ), removed as (
      delete from queue_item q using closed c
      where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id and q.leased + q.done = 0
    )
    update queue_item q set slots = case when c.is_gold then q.slots else q.leased + q.done end,
      closed_slots = case when c.is_gold then coalesce(q.closed_slots, 0) else q.closed_slots end
    from closed c
    where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id and q.leased + q.done > 0`
}

interface SolutionKey {
  projectId: string
  solutionId: string
}

/**
 * Closes the free slots of a solution that became gold: once `closed_slots` is not null, the trigger
 * queue_item_close_free_slots closes free slots, now and whenever one becomes free later. Returns the number closed now.
 */
export async function closeFreeSlotsOfGold(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<number> {
  const [row] = await db.$queryRaw<{ closed: number }[]>`
    update queue_item set closed_slots = 0
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and closed_slots is null
    returning closed_slots::int as closed`
  return row?.closed ?? 0
}

/** Reopens the closed slots of a solution. Returns their number. */
export async function reopenClosedSlots(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<number> {
  const [row] = await db.$queryRaw<{ reopened: number }[]>`
    with closed as (
      select closed_slots from queue_item
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and closed_slots is not null
      for update
    )
    update queue_item q set slots = q.slots + c.closed_slots, closed_slots = null from closed c
    where q.project_id = ${projectId}::uuid and q.solution_id = ${solutionId}::uuid
    returning c.closed_slots::int as reopened`
  return row?.reopened ?? 0
}
