import { isNoConnection } from '@/lib/jobs/server/no-connection'

/**
 * Reads, and once more where there was no connection to the database to be had in time: a machine that stood still for
 * two seconds lets every wait run out at once, and is well the moment after. A call's client is told to ask again
 * (503, Retry-After); whoever opens a page would be shown an error. Only for what changes nothing.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isNoConnection(error)) throw error
    return read()
  }
}
