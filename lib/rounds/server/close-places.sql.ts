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
