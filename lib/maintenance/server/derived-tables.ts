import { annotationCounts, annotatorCounts } from '@/lib/annotations/server/annotation-counts.sql'
import {
  correctUnsureAnswers,
  countWrongUnsureAnswers,
  unsurePairs,
} from '@/lib/answers/server/unsure-pairs.sql'
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
import {
  applyListChanges,
  correctGroups,
  countWrongGroups,
  type StoredList,
} from '@/lib/platform/server/stored-lists.sql'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { projectCounts } from '@/lib/projects/server/project-counts.sql'
import { questionSteps } from '@/lib/questions/server/question-steps.sql'

const allCounts: readonly StoredCounts[] = [annotationCounts, annotatorCounts, projectCounts]
const allLists: readonly StoredList[] = [questionSteps, unsurePairs]

/** Reading tens of millions of annotations takes minutes. */
const maxMs = 3_600_000

/** Adds recent changes to the stored counts and lists, which are computed from other tables. */
export async function updateDerivedTables(db: Database): Promise<void> {
  for (const counts of allCounts) await applyCountChanges(db, counts)
  for (const list of allLists) await applyListChanges(db, list)
}

/** Compares all stored counts and lists with their rows. Returns how many are wrong. */
export const countWrongDerivedRows = (): Promise<number> =>
  sumInTurn([
    ...allCounts.map((counts) => (db: Transaction) => countWrongCounts(db, counts)),
    countWrongUnsureAnswers,
    ...allLists.map((list) => (db: Transaction) => countWrongGroups(db, list)),
  ])

/** Corrects all stored counts and lists. Returns how many were wrong. */
export const correctDerivedTables = (): Promise<number> =>
  sumInTurn([
    ...allCounts.map((counts) => (db: Transaction) => correctCounts(db, counts)),
    // Before the pairs, which are computed from them.
    correctUnsureAnswers,
    ...allLists.map((list) => (db: Transaction) => correctGroups(db, list)),
  ])

async function sumInTurn(runs: readonly ((db: Transaction) => Promise<number>)[]): Promise<number> {
  let sum = 0
  for (const run of runs) sum += await runForLong(run)
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
