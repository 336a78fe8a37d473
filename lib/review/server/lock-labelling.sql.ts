import type { Transaction } from '@/lib/platform/server/database'

/** Until the transaction ends nobody opens it again, and nobody else says what they think of it. */
export async function lockLabelling(
  db: Transaction,
  { projectId, labelling }: { projectId: string; labelling: string },
): Promise<void> {
  await db.$queryRaw`
    select id from labelling where project_id = ${projectId}::uuid and id = ${labelling}::uuid for update`
}
