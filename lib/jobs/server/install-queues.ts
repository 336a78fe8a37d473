import { makeBoss, openQueues } from './boss'

/**
 * Makes the tables of jobs, or brings them up to date: by the role that owns the database, where the one that the servers
 * use may not.
 */
export async function installQueues(): Promise<void> {
  const boss = makeBoss('send')
  try {
    await openQueues(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}
