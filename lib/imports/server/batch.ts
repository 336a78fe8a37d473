import { placeReason } from '@/lib/formats/excerpt'
import type { Flow, LineProblem } from '@/lib/formats/record'
import type { RowCopier } from '@/lib/platform/server/row-copier'
import type { Transaction } from '@/lib/platform/server/database'
import { findGold, insertGold } from '@/lib/quality/server/gold.sql'
import type { labelPolicies } from '../contract'
import { type EarlierRecords, findContradictions } from '../contradictions'
import { takeAsGold } from './gold-labels'
import { findStoredAnnotations } from './known-annotations.sql'
import {
  findFreshProblems,
  findAnnotations,
  findProblems,
  findSolutions,
  type KnownProblem,
  nameWhere,
  type Place,
  type Wanted,
} from './known.sql'
import { type Known, type Plan, planLine, startPlan } from './plan-line'
import { outlineLine } from './outline-line'
import type { PreparedLine } from './prepare'
import {
  isStored,
  listAnnotationNames,
  listProblemNames,
  listSolutionNames,
  restoreProblems,
  restoreSolutions,
} from './restore'
import { insertEvents, insertAnnotations, insertNotes } from './store-annotations.sql'
import {
  copyProblems,
  copySolutions,
  insertStepExplanations,
  insertStepOptions,
  type NewSolution,
} from './store.sql'
import type { StoredNames } from './stored-names'

/** What one batch added. */
export interface BatchResult {
  problems: number
  solutions: number
  annotations: number
  /** Solutions that are gold now. */
  gold: number
  /** Solutions that were here already. */
  repeated: number
  /** Lines of those that have other scores than the file, which stay. */
  otherScores: number[]
  /** New solutions without labels that are not served: of another flow than the project's, or without a step. */
  unserved: number
  refused: LineProblem[]
}

export interface BatchPlace extends Place {
  /** Names of problems and of solutions that may be here; those that are stored are added. */
  names: StoredNames
  flow: Flow
  /** What becomes of labels that came with the lines; those to be left out are left out before they are prepared. */
  labels?: (typeof labelPolicies)[number]
}

/**
 * Stores a batch of lines. A line that contradicts what is here (the same external id, or annotation, with other content)
 * is refused whole; one that repeats it adds nothing.
 */
export async function storeBatch(
  db: Transaction,
  copier: RowCopier,
  place: BatchPlace,
  lines: readonly PreparedLine[],
): Promise<BatchResult> {
  const plan = startPlan(place)
  const taken = place.labels === 'gold' ? takeGold(lines, plan) : lines
  const { found, known } = await findKnown(db, place, taken)
  for (const line of found) planLine(line, known, plan)
  const solutions = [...plan.solutions.values()]
  await copyProblems(copier, place, [...plan.problems.values()])
  await copySolutions(copier, place, solutions)
  await insertStepExplanations(db, place, solutions)
  for (const name of [...plan.problems.keys(), ...plan.solutions.keys()]) place.names.add(name)
  await insertStepOptions(db, place, plan.options)
  await insertAnnotations(db, place, plan.annotations)
  await insertNotes(db, place, plan.annotations)
  await insertEvents(db, place, plan.events)
  const gold = [...plan.gold].map(([solutionId, answer]) => ({ ...answer, solutionId }))
  await insertGold(db, place, gold)
  return {
    problems: plan.problems.size,
    solutions: solutions.length,
    annotations: plan.annotations.length,
    gold: gold.filter(({ isNew }) => isNew).length,
    repeated: plan.repeated,
    otherScores: plan.otherScores,
    unserved: solutions.filter((solution) => isUnserved(solution, place.flow)).length,
    refused: plan.refused,
  }
}

/** Says the same as lib/rounds/server/queue-solutions.sql.ts. */
const isUnserved = ({ record, steps, annotations, gold }: NewSolution, flow: Flow) =>
  (record.flow !== flow || steps.length === 0) && annotations.length === 0 && !gold

function takeGold(lines: readonly PreparedLine[], plan: Plan): PreparedLine[] {
  return lines.flatMap((line) => {
    const result = takeAsGold(line)
    if (result.ok) return [result.line]
    plan.refused.push(placeReason(line.origin, result.problem))
    return []
  })
}

/** What of a batch is in the project already, and its lines with the rows' ids where they are of our own format. */
async function findKnown(
  db: Transaction,
  place: BatchPlace,
  lines: readonly PreparedLine[],
): Promise<{ found: PreparedLine[]; known: Known }> {
  const { projectId } = place
  const problems = await findProblems(db, place, select(place, listProblemNames(projectId, lines)))
  const placed = restoreProblems(projectId, lines, problems)
  const solutions = await findSolutions(
    db,
    place,
    select(place, listSolutionNames(projectId, placed)),
  )
  const found = restoreSolutions(projectId, placed, solutions)
  await tellWhere(db, place, found, problems)
  const stored = found.filter(isStored)
  const others = found.filter((line) => !isStored(line)).flatMap((line) => line.solutions)
  const goldIds = place.labels === 'gold' ? [...solutions.values()].map(({ id }) => id) : []
  const known: Known = {
    problems,
    solutions,
    annotations: await findAnnotations(
      db,
      projectId,
      others.flatMap(({ annotations }) => annotations.map(({ identity }) => identity)),
    ),
    stored: await findStoredAnnotations(db, place, listAnnotationNames(stored)),
    gold: await findGold(db, projectId, goldIds),
  }
  return { found, known }
}

/** What is worth asking for. */
const select = ({ names }: BatchPlace, { identities, ids }: Wanted): Wanted => ({
  identities: identities.filter((identity) => names.mayHave(identity)),
  ids,
})

/** Asks only of problems that some line contradicts: they are few, and may have many solutions. */
async function tellWhere(
  db: Transaction,
  place: BatchPlace,
  lines: readonly PreparedLine[],
  problems: ReadonlyMap<string, KnownProblem>,
): Promise<void> {
  if (problems.size === 0) return
  const parted = lines.flatMap((line) => {
    const { problem } = outlineLine(line)
    const row = problems.get(problem.identity)
    const found = findContradictions(
      { problem, solutions: [] },
      { ...noRecords, findProblem: () => row },
    )
    return row && found.length > 0 ? [row] : []
  })
  if (parted.length === 0) return
  const fresh = await findFreshProblems(db, place, [...new Set(parted.map(({ id }) => id))])
  for (const row of parted) row.where = nameWhere(fresh.has(row.id))
}

const noRecords: EarlierRecords = { findProblem: () => undefined, findSolution: () => undefined }
