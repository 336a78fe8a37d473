import { setTimeout as sleep } from 'node:timers/promises'
import { isNoConnection } from '@/lib/jobs/server/no-connection'

/**
 * Each wait for a connection is two seconds: a second one always, however long the machine stood still, and whoever looks
 * at the page is told soon enough.
 */
const patienceMs = 2_500
const pauseMs = 100

/**
 * Reads, and again where there was no connection to the database to be had in time: a machine that stood still for two
 * seconds lets every wait run out at once, and is well the moment after. A call's client is told to ask again
 * (503, Retry-After); whoever opens a page would be shown an error. Only for what changes nothing.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (let tries = 1; ; tries++)
    try {
      return await read()
    } catch (error) {
      if (!isNoConnection(error) || (tries > 1 && performance.now() >= until)) throw error
      await sleep(pauseMs)
    }
}
