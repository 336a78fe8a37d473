import type { Transaction } from '@/lib/platform/server/database'

/**
 * Compares labels that came with an import with what was there, and with what people submitted meanwhile: while it ran,
 * neither saw the other. Solutions that the import brought are compared already (migration imports_wait_for_nobody). Call
 * it at the end of the transaction, as it keeps people from submitting what it looks at.
 */
export async function compareImported(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  await db.$executeRaw`
    select from queue_item q where q.project_id = ${projectId}::uuid and q.solution_id in (
      select solution_id from annotation where project_id = ${projectId}::uuid and import_id = ${importId}::uuid)
    order by q.solution_id for update`
  // A statement of its own: it sees what was submitted until then.
  await db.$executeRaw`
    select refresh_disagreements(${projectId}::uuid, array(
      select distinct l.solution_id from annotation l
        join solution s on s.project_id = l.project_id and s.id = l.solution_id
          and s.import_id is distinct from l.import_id
      where l.project_id = ${projectId}::uuid and l.import_id = ${importId}::uuid))::text`
}
