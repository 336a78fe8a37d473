import type { Transaction } from '@/lib/platform/server/database'

/**
 * Closes the free slots of solutions that this import labelled, and of gold: neither is ordinary work any more. Removes items
 * that nobody has started. Slots of gold that become free later are closed too, until the solution is no longer gold.
 * Call this last in the transaction: it blocks annotators who work on these solutions. Locks rows in id order.
 */
export async function closeAnsweredSlots(
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
        and (q.held + q.done < q.wanted or a.is_gold and q.closed_places is null)
      order by q.solution_id for update of q
    ), removed as (
      delete from queue_item q using closed c
      where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id and q.held + q.done = 0
    )
    update queue_item q set wanted = case when c.is_gold then q.wanted else q.held + q.done end,
      closed_places = case when c.is_gold then coalesce(q.closed_places, 0) else q.closed_places end
    from closed c
    where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id and q.held + q.done > 0`
}

interface SolutionKey {
  projectId: string
  solutionId: string
}

/**
 * Closes the free slots of a solution that became gold. The trigger queue_item_closes closes each slot that becomes free
 * later. Returns the number of slots closed now.
 */
export async function closeSlots(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<number> {
  const [row] = await db.$queryRaw<{ closed: number }[]>`
    update queue_item set closed_places = 0
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and closed_places is null
    returning closed_places::int as closed`
  return row?.closed ?? 0
}

/** Reopens the closed slots of a solution. Returns their number. */
export async function reopenSlots(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<number> {
  const [row] = await db.$queryRaw<{ reopened: number }[]>`
    with closed as (
      select closed_places from queue_item
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and closed_places is not null
      for update
    )
    update queue_item q set wanted = q.wanted + c.closed_places, closed_places = null from closed c
    where q.project_id = ${projectId}::uuid and q.solution_id = ${solutionId}::uuid
    returning c.closed_places::int as reopened`
  return row?.reopened ?? 0
}
