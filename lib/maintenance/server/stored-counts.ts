import { annotationCounts, annotatorCounts } from '@/lib/annotations/server/annotation-counts.sql'
import {
  type Database,
  type Transaction,
  getTransferDatabase,
} from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import {
  applyCountChanges,
  correctCounts,
  countWrongCounts,
  type StoredCounts,
} from '@/lib/platform/server/stored-counts.sql'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { projectCounts } from '@/lib/projects/server/project-counts.sql'

const allCounts: readonly StoredCounts[] = [annotationCounts, annotatorCounts, projectCounts]

/** Reading tens of millions of annotations takes minutes. */
const maxMs = 3_600_000

/** Adds recent changes to all stored counts. */
export async function applyAllCountChanges(db: Database): Promise<void> {
  for (const counts of allCounts) await applyCountChanges(db, counts)
}

/** Compares all stored counts with their rows. Returns how many are wrong. */
export const checkStoredCounts = (): Promise<number> => sumOverAllCounts(countWrongCounts)

/** Corrects all stored counts. Returns how many were wrong. */
export const correctStoredCounts = (): Promise<number> => sumOverAllCounts(correctCounts)

async function sumOverAllCounts(
  run: (db: Transaction, counts: StoredCounts) => Promise<number>,
): Promise<number> {
  let sum = 0
  for (const counts of allCounts) sum += await runForLong((db) => run(db, counts))
  return sum
}

const runForLong = (run: (db: Transaction) => Promise<number>) =>
  runTransaction(
    getTransferDatabase(),
    async ({ db }) => {
      await setTransactionLimits(db, { statementMs: maxMs, totalMs: maxMs })
      return run(db)
    },
    { timeout: maxMs },
  )
