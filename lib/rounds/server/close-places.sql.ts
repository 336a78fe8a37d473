import type { Transaction } from '@/lib/platform/server/database'

/**
 * Closes the places in the queue that nobody has taken of solutions that an import brought labels for, and of all whose
 * answer is known: they are not ordinary work any more. An item that nobody has touched goes altogether. Of those that are
 * known also what comes free later closes, until they are known no more. Call it right before the end of the transaction: until then whoever works on one of them waits.
 * Rows are locked by id, as by all that locks several.
 */
export async function closePlaces(
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

interface Place {
  projectId: string
  solutionId: string
}

/**
 * Closes the places that nobody has taken of one solution that became gold, and each that comes free from here on (a
 * trigger, queue_item_closes). Returns how many are closed now.
 */
export async function closePlacesOf(
  db: Transaction,
  { projectId, solutionId }: Place,
): Promise<number> {
  const [row] = await db.$queryRaw<{ closed: number }[]>`
    update queue_item set closed_places = 0
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and closed_places is null
    returning closed_places::int as closed`
  return row?.closed ?? 0
}

/** Opens again what was closed. Returns how many places that are. */
export async function givePlacesBack(
  db: Transaction,
  { projectId, solutionId }: Place,
): Promise<number> {
  const [row] = await db.$queryRaw<{ opened: number }[]>`
    with closed as (
      select closed_places from queue_item
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and closed_places is not null
      for update
    )
    update queue_item q set wanted = q.wanted + c.closed_places, closed_places = null from closed c
    where q.project_id = ${projectId}::uuid and q.solution_id = ${solutionId}::uuid
    returning c.closed_places::int as opened`
  return row?.opened ?? 0
}
