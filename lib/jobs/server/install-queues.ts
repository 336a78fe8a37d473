import { makeBoss, openQueues } from './boss'

/**
 * Creates or updates the tables of jobs. Runs as the owner of the database, because the servers' role may lack the rights.
 */
export async function installQueues(): Promise<void> {
  const boss = makeBoss('send')
  try {
    await openQueues(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}
