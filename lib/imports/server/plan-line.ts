import { v7 as makeId } from 'uuid'
import { buildLineError } from '@/lib/formats/excerpt'
import type { ReadError } from '@/lib/formats/read-result'
import type { LabellingEventRecord, LineError } from '@/lib/formats/record'
import type { KnownAnswer, StoredAnswer } from '@/lib/gold/server/gold.sql'
import { findContradictions } from '../contradictions'
import { type OptionNumberMapping, assignOptionNumbers } from './assign-option-numbers'
import { describeInvariantFieldDifference } from './describe-invariant-field-difference'
import { goldConflictReason, getLabelFieldName, mergeGoldAnswers } from './gold-labels'
import { hashAnnotation } from './hash-annotation'
import type { KnownRecords } from './known-records'
import { makeComparableLine, getSolutionDetails } from './make-comparable-line'
import type {
  PreparedAnnotation,
  PreparedLine,
  PreparedProblem,
  PreparedSolution,
} from './prepared-line'
import { hashInvariantSolutionFields, listPossibleRowIds } from './record-hashes'
import { toKnownSolution, isStepmarkLine, readAnnotationId, type StepmarkLine } from './restore-ids'
import type { NewAnnotation } from './store-annotations.sql'
import type { NewSolution, OptionRow } from './store.sql'
import type { LookupContext, KnownSolution } from './stored-records.sql'

/** What a batch will insert. */
export interface BatchPlan {
  projectId: string
  problems: Map<string, PreparedProblem>
  solutions: Map<string, NewSolution>
  options: OptionRow[]
  annotations: NewAnnotation[]
  events: { annotationId: string; events: readonly LabellingEventRecord[] }[]
  /** New answers and extended ones, by solution id. */
  gold: Map<string, KnownAnswer & { isNew: boolean }>
  duplicates: number
  /** Lines of duplicate solutions whose scores differ from the stored ones; one line per solution. */
  conflictingScores: number[]
  errors: LineError[]
}

export function makeEmptyBatchPlan({ projectId }: LookupContext): BatchPlan {
  return {
    projectId,
    problems: new Map(),
    solutions: new Map(),
    options: [],
    annotations: [],
    events: [],
    gold: new Map(),
    duplicates: 0,
    conflictingScores: [],
    errors: [],
  }
}

/** Adds a line to the plan, and its rows to the known ones for the next line of the batch. */
export function addLineToPlan(line: PreparedLine, records: KnownRecords, plan: BatchPlan): void {
  const { problem, solutions, position } = line
  const reasons = findRefusals(line, records, plan.projectId)
  if (reasons.length > 0) {
    plan.errors.push(...reasons.map((reason) => buildLineError(position, reason)))
    return
  }
  const locationText = `already occurs in line ${position.line}`
  const knownProblem = records.problems.get(problem.identity)
  if (!knownProblem) {
    const { externalId } = problem.record
    plan.problems.set(problem.identity, problem)
    records.problems.set(problem.identity, {
      ...makeComparableLine(line).problem,
      id: problem.id,
      externalId,
      isFresh: true,
      locationText,
    })
  }
  const problemId = knownProblem?.id ?? problem.id
  for (const solution of solutions) planSolution(line, { ...solution, problemId }, records, plan)
}

function findRefusals(line: PreparedLine, records: KnownRecords, projectId: string): ReadError[] {
  const { problem, solutions } = makeComparableLine(line)
  const finders = {
    findProblem: (identity: string) => records.problems.get(identity),
    findSolution: (identity: string) => records.solutions.get(identity),
  }
  if (isStepmarkLine(line)) {
    // The line has the solution as stored, not as first imported, so it is compared as stored.
    const storedSolutions = solutions.map((solution) => ({ ...solution, externalId: null }))
    const contradictions = findContradictions({ problem, solutions: storedSolutions }, finders)
    if (contradictions.length > 0)
      return contradictions.map((reason) => ({
        ...reason,
        location: storedLocations[reason.location] ?? reason.location,
      }))
  } else {
    const contradictions = findContradictions({ problem, solutions }, finders)
    if (contradictions.length > 0) return contradictions
  }
  return line.solutions.flatMap((solution) => {
    const refusal = findRefusal(line, solution, records, projectId)
    return refusal ? [refusal] : []
  })
}

const storedLocations: Record<string, string> = {
  problem: 'problem.statement',
  answer: 'problem.answer',
  solution: 'problem.reference_solution',
}

const repairedReason =
  'The steps of this solution were repaired here. Labels of the old steps can’t be imported.'

/** Why a solution or its annotation is rejected; null if it is not. */
function findRefusal(
  line: PreparedLine,
  solution: PreparedSolution,
  records: KnownRecords,
  projectId: string,
): ReadError | null {
  const { annotations, gold } = solution
  const row = records.solutions.get(solution.identity)
  if (isStepmarkLine(line)) {
    const refusal = findStoredRefusal(line, solution, row, records, projectId)
    if (refusal) return refusal
  }
  const isNew = (annotation: PreparedAnnotation) =>
    !records.annotations.has(annotation.identity) &&
    !records.namedAnnotations.has(annotation.identity) &&
    !(isStepmarkLine(line) && records.namedAnnotations.has(readAnnotationId(line)))
  const hasOtherSteps =
    row && (isStepmarkLine(line) ? row.revision !== solution.revision : row.revision > 1)
  const answer = row && records.gold.get(row.id)
  const mergedAnswer = gold && mergeGoldAnswers(answer ?? null, gold)
  const isRelevant =
    annotations.some(isNew) || (mergedAnswer && !isSameAnswer(mergedAnswer, answer))
  if (hasOtherSteps && isRelevant)
    return { location: getLabelFieldName(line), reason: repairedReason }
  if (mergedAnswer !== 'conflict') return null
  return { location: getLabelFieldName(line), reason: goldConflictReason }
}

/** Whether an import of the answer changes nothing. Gold from an adjudication then comes from the import. */
const isSameAnswer = (mergedAnswer: KnownAnswer | 'conflict', before: StoredAnswer | undefined) =>
  mergedAnswer !== 'conflict' &&
  String(mergedAnswer.firstErrors) === String(before?.firstErrors) &&
  before?.origin !== 'adjudicated'

/** Contradictions of lines in the stepmark format: the same stored solution or annotation with different content. */
function findStoredRefusal(
  line: StepmarkLine,
  solution: PreparedSolution,
  row: KnownSolution | undefined,
  records: KnownRecords,
  projectId: string,
): ReadError | null {
  const isNamed =
    line.stored.solution.externalId !== null ||
    (row && listPossibleRowIds(projectId, 'solution', line.stored.solution.id).includes(row.id))
  const { sharedFields } = toKnownSolution(line, solution)
  if (
    row?.sharedFields &&
    isNamed &&
    row.revision === solution.revision &&
    hashInvariantSolutionFields(row.sharedFields) !== hashInvariantSolutionFields(sharedFields)
  )
    return {
      location: 'solution',
      reason: describeInvariantFieldDifference(row.locationText, row.sharedFields, sharedFields),
    }
  for (const annotation of solution.annotations) {
    const storedAnnotation =
      records.namedAnnotations.get(readAnnotationId(line)) ??
      records.namedAnnotations.get(annotation.identity)
    if (!storedAnnotation) continue
    const numbers = row && assignOptionNumbers(solution, row).numbers
    const annotationHash = hashAnnotation(
      annotation.stored,
      (step, option) => numbers?.get(`${step}/${option}`) ?? option,
    )
    if (storedAnnotation.solutionId !== row?.id || storedAnnotation.contentHash !== annotationHash)
      return { location: 'annotation', reason: describeAnnotation(storedAnnotation.locationText) }
  }
  return null
}

const describeAnnotation = (locationText: string) =>
  `The same annotation ${locationText} with different content: it was changed there or in this file.`

function planSolution(
  line: PreparedLine,
  solution: NewSolution,
  records: KnownRecords,
  plan: BatchPlan,
): void {
  let row = records.solutions.get(solution.identity)
  const isNew = row === undefined
  if (row) {
    plan.duplicates += 1
    if (hasConflictingScores(solution, row)) plan.conflictingScores.push(line.position.line)
  } else {
    row = {
      ...toKnownSolution(line, solution),
      contentHash: solution.contentHash,
      recordHash: solution.recordHash,
      details: getSolutionDetails(solution),
      stepScores: solution.record.stepScores,
      locationText: `already occurs in line ${line.position.line}`,
      options: [],
      isFresh: true,
      problemId: solution.problemId,
    }
    if (!isStepmarkLine(line)) row.sharedFields = null
    records.solutions.set(solution.identity, row)
    plan.solutions.set(solution.identity, solution)
  }
  // Further alternatives of a known solution come only with further labels; otherwise its content stays the same.
  const numbers =
    solution.record.options.length > 0 && (isNew || solution.annotations.length > 0)
      ? planOptions(solution, row, isNew, plan)
      : new Map<string, number>()
  for (const annotation of solution.annotations) {
    const target = { solutionId: row.id, flow: solution.record.flow, optionNumbers: numbers }
    if (isStepmarkLine(line))
      planStoredAnnotation(line, { ...annotation, ...target }, records, plan)
    else if (!records.annotations.has(annotation.identity)) {
      records.annotations.add(annotation.identity)
      plan.annotations.push({ ...annotation, ...target })
    }
  }
  if (solution.gold) planGold(row.id, solution.gold, records, plan)
}

/** Whether the line has a score that differs from the stored one. A line without a score does not differ. */
function hasConflictingScores({ record }: NewSolution, row: KnownSolution): boolean {
  const { score, stepScores } = record
  if (score !== null && score !== row.details.score) return true
  return stepScores !== null && JSON.stringify(stepScores) !== JSON.stringify(row.stepScores)
}

/** Numbers a line's options as stored, and adds new ones. */
function planOptions(
  solution: PreparedSolution,
  row: KnownSolution,
  isNew: boolean,
  plan: BatchPlan,
): OptionNumberMapping {
  const { numbers, added } = assignOptionNumbers(solution, row, isNew)
  row.options.push(...added)
  plan.options.push(...added.map((option) => ({ ...option, solutionId: row.id })))
  return numbers
}

/** An annotation keeps its id. Events missing from its first line are added. */
function planStoredAnnotation(
  line: StepmarkLine,
  annotation: NewAnnotation,
  records: KnownRecords,
  plan: BatchPlan,
): void {
  const rowId = readAnnotationId(line)
  const { identity, events, optionNumbers, stored } = annotation
  const knownAnnotation =
    records.namedAnnotations.get(rowId) ?? records.namedAnnotations.get(identity)
  const isNew = knownAnnotation === undefined
  const row = knownAnnotation ?? {
    id: rowId === '' ? makeId() : rowId,
    solutionId: annotation.solutionId,
    isImported: true,
    hasEvents: false,
    locationText: `already occurs in line ${line.position.line}`,
    contentHash: hashAnnotation(
      stored,
      (step, option) => optionNumbers.get(`${step}/${option}`) ?? option,
    ),
  }
  if (isNew) {
    records.namedAnnotations.set(identity, row)
    records.namedAnnotations.set(row.id, row)
    plan.annotations.push({ ...annotation, id: row.id })
  }
  if (events.length === 0 || row.hasEvents || !row.isImported) return
  row.hasEvents = true
  plan.events.push({ annotationId: row.id, events })
}

function planGold(
  solutionId: string,
  gold: KnownAnswer,
  records: KnownRecords,
  plan: BatchPlan,
): void {
  const storedGold = records.gold.get(solutionId)
  const mergedAnswer = mergeGoldAnswers(storedGold ?? null, gold)
  if (mergedAnswer === 'conflict' || isSameAnswer(mergedAnswer, storedGold)) return
  records.gold.set(solutionId, { ...mergedAnswer, origin: 'imported' })
  const isNew = plan.gold.get(solutionId)?.isNew ?? storedGold === undefined
  plan.gold.set(solutionId, { ...mergedAnswer, isNew })
}
