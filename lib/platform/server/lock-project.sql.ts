import type { Transaction } from './database'

/** Until the transaction ends, other transactions that call this for the same project wait. */
export async function lockProject(db: Transaction, projectId: string): Promise<void> {
  await db.$queryRaw`select id from project where id = ${projectId}::uuid for no key update`
}
