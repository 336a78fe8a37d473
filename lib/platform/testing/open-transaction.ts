import { getDatabase, type Transaction } from '@/lib/platform/server/database'

/** A transaction that stays open until it is told to end. */
export function openTransaction(use: (db: Transaction) => Promise<void>) {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const ended = getDatabase().$transaction(
    async (db) => {
      await use(db)
      begun.resolve()
      await mayEnd.promise
    },
    { timeout: 30_000 },
  )
  return {
    begun: begun.promise,
    async end() {
      mayEnd.resolve()
      await ended
    },
  }
}
