import type { Transaction } from '@/lib/platform/server/database'

/**
 * Compares imported labels with existing ones and with those submitted during the import, because neither transaction
 * saw the other. New solutions are already compared. Call it at the end of the transaction, because it blocks
 * submissions to the solutions that it reads.
 */
export async function storeDisagreementsOfImport(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  await db.$executeRaw`
    select from queue_item q where q.project_id = ${projectId}::uuid and q.solution_id in (
      select solution_id from annotation where project_id = ${projectId}::uuid and import_id = ${importId}::uuid)
    order by q.solution_id for update`
  // A separate statement, so that it sees everything submitted until now.
  await db.$executeRaw`
    select refresh_disagreements(${projectId}::uuid, array(
      select distinct l.solution_id from annotation l
        join solution s on s.project_id = l.project_id and s.id = l.solution_id
          and s.import_id is distinct from l.import_id
      where l.project_id = ${projectId}::uuid and l.import_id = ${importId}::uuid))::text`
}
