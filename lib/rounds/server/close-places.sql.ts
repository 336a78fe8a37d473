import type { Transaction } from '@/lib/platform/server/database'

/**
 * Closes the places in the queue that nobody has taken of solutions that an import brought labels for, and of all whose
 * answer is known: they are not ordinary work any more. Call it right before the end of the transaction: until then
 * whoever works on one of them waits. Rows are locked by id, as by all that locks several.
 */
export async function closePlaces(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  await db.$executeRaw`
    with answered as (
      select solution_id from gold_item where project_id = ${projectId}::uuid
      union
      select solution_id from labelling
      where project_id = ${projectId}::uuid and import_id = ${importId}::uuid
    ), closed as (
      select q.solution_id from queue_item q join answered a on a.solution_id = q.solution_id
      where q.project_id = ${projectId}::uuid and q.held + q.done < q.wanted
      order by q.solution_id for update of q
    ), removed as (
      delete from queue_item q using closed c
      where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id and q.held + q.done = 0
    )
    update queue_item q set wanted = q.held + q.done from closed c
    where q.project_id = ${projectId}::uuid and q.solution_id = c.solution_id and q.held + q.done > 0`
}

interface Place {
  projectId: string
  solutionId: string
}

/**
 * Closes the places that nobody has taken of one solution that became gold. Returns how many. An item that nobody has
 * touched goes altogether.
 */
export async function closePlacesOf(
  db: Transaction,
  { projectId, solutionId }: Place,
): Promise<number> {
  const [row] = await db.$queryRaw<{ closed: number }[]>`
    with open as (
      select project_id, solution_id, wanted - held - done as closed, held + done as taken from queue_item
      where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid for update
    ), removed as (
      delete from queue_item q using open o
      where q.project_id = o.project_id and q.solution_id = o.solution_id and o.taken = 0
    ), lowered as (
      update queue_item q set wanted = o.taken from open o
      where q.project_id = o.project_id and q.solution_id = o.solution_id and o.taken > 0 and o.closed > 0
    )
    select closed::int from open where taken > 0`
  return row?.closed ?? 0
}

/** Opens places again that were closed. */
export async function givePlacesBack(
  db: Transaction,
  { projectId, solutionId }: Place,
  places: number,
): Promise<void> {
  if (places === 0) return
  await db.$executeRaw`
    update queue_item set wanted = wanted + ${places}::smallint
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
}
