import type { Transaction } from '@/lib/platform/server/database'

/** Until the transaction ends no one opens it again, and no one else says what they think of it. */
export async function lockAnnotation(
  db: Transaction,
  { projectId, annotation }: { projectId: string; annotation: string },
): Promise<void> {
  await db.$queryRaw`
    select id from annotation where project_id = ${projectId}::uuid and id = ${annotation}::uuid for update`
}
