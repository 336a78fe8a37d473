import { isDatabaseUnavailable } from '@/lib/platform/server/database-error-kinds'

const maxTries = 3

/**
 * Repeats a call that PostgreSQL rolled back because the machine was too slow, as a client does after a 503. Only for calls
 * that may be repeated.
 */
export async function retryUnavailable<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === maxTries || !isDatabaseUnavailable(error)) throw error
    }
  }
}
