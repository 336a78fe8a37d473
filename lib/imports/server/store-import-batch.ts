import { buildLineError } from '@/lib/formats/excerpt'
import type { Flow, LineError } from '@/lib/formats/record'
import { findKnownAnswers, storeImportedGold } from '@/lib/gold/server/gold.sql'
import type { BulkRowCopier } from '@/lib/platform/server/bulk-row-copier'
import type { Transaction } from '@/lib/platform/server/database'
import type { labelPolicies } from '../contract'
import { type EarlierRecordLookup, findContradictions } from '../contradictions'
import { convertLabelsToGold } from './gold-labels'
import { findStoredAnnotations } from './known-annotations.sql'
import type { KnownRecords } from './known-records'
import { makeComparableLine } from './make-comparable-line'
import { addLineToPlan, type BatchPlan, makeEmptyBatchPlan } from './plan-line'
import type { PreparedLine } from './prepared-line'
import {
  isStepmarkLine,
  listAnnotationLookupKeys,
  listProblemLookupKeys,
  listSolutionLookupKeys,
  restoreProblemIds,
  restoreSolutionIds,
} from './restore-ids'
import { insertEvents, insertAnnotations, insertNotes } from './store-annotations.sql'
import {
  bulkInsertProblems,
  bulkInsertSolutions,
  insertStepExplanations,
  insertStepOptions,
  type NewSolution,
} from './store.sql'
import type { StoredIdentityFilter } from './stored-identity-filter'
import {
  findProblemsAddedByImport,
  findExistingAnnotationIdentities,
  findStoredProblems,
  findStoredSolutions,
  type KnownProblem,
  describeEarlierLocation,
  type LookupContext,
  type RecordLookupKeys,
} from './stored-records.sql'

/** What one batch added. */
export interface ImportBatchResult {
  problems: number
  solutions: number
  annotations: number
  /** Solutions that are now gold. */
  gold: number
  /** Duplicate solutions. */
  duplicates: number
  /** Lines of duplicates whose scores differ from the stored ones, which stay. */
  conflictingScores: number[]
  /**
   * New, unlabelled solutions that can't be served: of another flow than the project's, or without
   * steps.
   */
  unservable: number
  errors: LineError[]
}

export interface ImportBatchContext extends LookupContext {
  /** Filter for problems and solutions that may exist. Stored ones are added. */
  storedIdentities: StoredIdentityFilter
  flow: Flow
  /** What to do with labels. Dropped labels are removed before lines are prepared. */
  labels?: (typeof labelPolicies)[number]
}

/**
 * Stores a batch of lines. Rejects a line that contradicts stored data (same external id or
 * annotation with different content), and ignores a line that repeats it.
 */
export async function storeImportBatch(
  db: Transaction,
  copier: BulkRowCopier,
  context: ImportBatchContext,
  lines: readonly PreparedLine[],
): Promise<ImportBatchResult> {
  const plan = makeEmptyBatchPlan(context)
  const linesToStore = context.labels === 'gold' ? convertLinesToGold(lines, plan) : lines
  const { restoredLines, known: knownRecords } = await findKnownRecords(db, context, linesToStore)
  for (const line of restoredLines) addLineToPlan(line, knownRecords, plan)
  const solutions = [...plan.solutions.values()]
  await bulkInsertProblems(copier, context, [...plan.problems.values()])
  await bulkInsertSolutions(copier, context, solutions)
  await insertStepExplanations(db, context, solutions)
  for (const name of [...plan.problems.keys(), ...plan.solutions.keys()])
    context.storedIdentities.add(name)
  await insertStepOptions(db, context, plan.options)
  await insertAnnotations(db, context, plan.annotations)
  await insertNotes(db, context, plan.annotations)
  await insertEvents(db, context, plan.events)
  const gold = [...plan.gold].map(([solutionId, answer]) => ({ ...answer, solutionId }))
  await storeImportedGold(db, context, gold)
  return {
    problems: plan.problems.size,
    solutions: solutions.length,
    annotations: plan.annotations.length,
    gold: gold.filter(({ isNew }) => isNew).length,
    duplicates: plan.duplicates,
    conflictingScores: plan.conflictingScores,
    unservable: solutions.filter((solution) => isUnservable(solution, context.flow)).length,
    errors: plan.errors,
  }
}

/** Must match lib/rounds/server/update-queue-for-problems.sql.ts. */
const isUnservable = ({ record, steps, annotations, gold }: NewSolution, flow: Flow) =>
  (record.flow !== flow || steps.length === 0) && annotations.length === 0 && !gold

function convertLinesToGold(lines: readonly PreparedLine[], plan: BatchPlan): PreparedLine[] {
  return lines.flatMap((line) => {
    const result = convertLabelsToGold(line)
    if (result.ok) return [result.line]
    plan.errors.push(buildLineError(line.position, result.error))
    return []
  })
}

/**
 * The records of a batch that the project already has. Gives lines in the stepmark format the ids of
 * their rows.
 */
async function findKnownRecords(
  db: Transaction,
  context: ImportBatchContext,
  lines: readonly PreparedLine[],
): Promise<{ restoredLines: readonly PreparedLine[]; known: KnownRecords }> {
  const { projectId } = context
  const problems = await findStoredProblems(
    db,
    context,
    selectPossibleKeys(context, listProblemLookupKeys(projectId, lines)),
  )
  const withProblems = restoreProblemIds(projectId, lines, problems)
  const solutions = await findStoredSolutions(
    db,
    context,
    selectPossibleKeys(context, listSolutionLookupKeys(projectId, withProblems)),
  )
  const restoredLines = restoreSolutionIds(projectId, withProblems, solutions)
  await describeLocations(db, context, restoredLines, problems)
  const stepmarkLines = restoredLines.filter(isStepmarkLine)
  const solutionsOfOtherFormats = restoredLines
    .filter((line) => !isStepmarkLine(line))
    .flatMap((line) => line.solutions)
  const goldIds = context.labels === 'gold' ? [...solutions.values()].map(({ id }) => id) : []
  const knownRecords: KnownRecords = {
    problems,
    solutions,
    annotations: await findExistingAnnotationIdentities(
      db,
      projectId,
      solutionsOfOtherFormats.flatMap(({ annotations }) =>
        annotations.map(({ identity }) => identity),
      ),
    ),
    namedAnnotations: await findStoredAnnotations(
      db,
      context,
      listAnnotationLookupKeys(stepmarkLines),
    ),
    gold: await findKnownAnswers(db, projectId, goldIds),
  }
  return { restoredLines, known: knownRecords }
}

/** Without the identities that are certainly not stored. */
const selectPossibleKeys = (
  { storedIdentities }: ImportBatchContext,
  { identities, ids }: RecordLookupKeys,
): RecordLookupKeys => ({
  identities: identities.filter((identity) => storedIdentities.mayContain(identity)),
  ids,
})

/** Queries only problems that some line contradicts: they are few, and can have many solutions. */
async function describeLocations(
  db: Transaction,
  context: ImportBatchContext,
  lines: readonly PreparedLine[],
  problems: ReadonlyMap<string, KnownProblem>,
): Promise<void> {
  if (problems.size === 0) return
  const contradictedProblems = lines.flatMap((line) => {
    const { problem } = makeComparableLine(line)
    const row = problems.get(problem.identity)
    const contradictions = findContradictions(
      { problem, solutions: [] },
      { ...noRecords, findProblem: () => row },
    )
    return row && contradictions.length > 0 ? [row] : []
  })
  if (contradictedProblems.length === 0) return
  const newProblems = await findProblemsAddedByImport(db, context, [
    ...new Set(contradictedProblems.map(({ id }) => id)),
  ])
  for (const row of contradictedProblems)
    row.locationText = describeEarlierLocation(newProblems.has(row.id))
}

const noRecords: EarlierRecordLookup = {
  findProblem: () => undefined,
  findSolution: () => undefined,
}
