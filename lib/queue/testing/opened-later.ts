import { getDatabase, type Transaction } from '@/lib/platform/server/database'

/** A transaction that has done its work and is still open. */
export interface OpenTransaction {
  /** Ends it, for good or as if it had never been. */
  end(how: 'commit' | 'roll_back'): Promise<void>
}

class RolledBack extends Error {}

/** Does `act` in a transaction that stays open until it is ended. */
export async function keepOpen(
  act: (db: Transaction) => Promise<unknown>,
): Promise<OpenTransaction> {
  const done = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<'commit' | 'roll_back'>()
  const whole = getDatabase().$transaction(
    async (db) => {
      await act(db)
      done.resolve()
      if ((await ended.promise) === 'roll_back') throw new RolledBack()
    },
    { timeout: 30_000 },
  )
  const settled = whole.catch((error: unknown) => {
    done.reject(error)
    if (!(error instanceof RolledBack)) throw error
  })
  await done.promise
  return {
    async end(how) {
      ended.resolve(how)
      await settled
    },
  }
}
