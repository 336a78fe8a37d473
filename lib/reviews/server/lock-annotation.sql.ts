import type { Transaction } from '@/lib/platform/server/database'

/** Until the transaction ends, the annotation can't be reopened or reviewed by anyone else. */
export async function lockReviewedAnnotation(
  db: Transaction,
  { projectId, annotation }: { projectId: string; annotation: string },
): Promise<void> {
  await db.$queryRaw`
    select id from annotation where project_id = ${projectId}::uuid and id = ${annotation}::uuid for update`
}
