import type { Transaction } from './database'

const callbacks = new WeakMap<Transaction, (() => void)[]>()

/**
 * Calls `run` once the transaction of a command is committed, and never after a rollback. Only for hints: nothing is called
 * for other transactions, or if the process ends.
 */
export function callAfterCommit(db: Transaction, run: () => void): void {
  callbacks.set(db, [...(callbacks.get(db) ?? []), run])
}

/** For the code that has committed the transaction. */
export function runCommitCallbacks(db: Transaction): void {
  for (const run of callbacks.get(db) ?? []) run()
  callbacks.delete(db)
}
