import { makePgBoss, createJobQueues } from './pg-boss'

/**
 * Creates or updates the tables of jobs. Runs as the owner of the database, because the servers' role may lack the rights.
 */
export async function installJobTables(): Promise<void> {
  const boss = makePgBoss('send')
  try {
    await createJobQueues(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}
