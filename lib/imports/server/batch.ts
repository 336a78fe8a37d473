import type { Flow, LineProblem } from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import { findContradictions } from '../contradictions'
import { findKnown, type Known, type KnownSolution } from './known.sql'
import {
  outlineLine,
  type PreparedLine,
  type PreparedProblem,
  type PreparedSolution,
} from './prepare'
import {
  insertLabellings,
  insertProblems,
  insertSolutions,
  insertStepOptions,
  type NewLabelling,
  type NewSolution,
  type OptionRow,
} from './store.sql'

/** What one batch added. */
export interface BatchResult {
  problems: number
  solutions: number
  labellings: number
  /** Solutions that were here already. */
  repeated: number
  /** New solutions without labels that are not served: of another flow than the project's, or without a step. */
  unserved: number
  refused: LineProblem[]
}

/** What a batch is going to insert. */
interface Plan {
  problems: PreparedProblem[]
  solutions: NewSolution[]
  options: OptionRow[]
  labellings: NewLabelling[]
  repeated: number
  refused: LineProblem[]
}

/**
 * Stores a batch of lines. A line that contradicts what is here (the same external id with other content) is refused
 * whole; one that repeats it adds nothing.
 */
export async function storeBatch(
  db: Transaction,
  place: { projectId: string; importId: string; flow: Flow },
  lines: readonly PreparedLine[],
): Promise<BatchResult> {
  const known = await findKnown(db, place.projectId, lines)
  const plan: Plan = {
    problems: [],
    solutions: [],
    options: [],
    labellings: [],
    repeated: 0,
    refused: [],
  }
  for (const line of lines) planLine(line, known, plan)
  await insertProblems(db, place, plan.problems)
  await insertSolutions(db, place, plan.solutions)
  await insertStepOptions(db, place, plan.options)
  await insertLabellings(db, place, plan.labellings)
  return {
    problems: plan.problems.length,
    solutions: plan.solutions.length,
    labellings: plan.labellings.length,
    repeated: plan.repeated,
    unserved: plan.solutions.filter((solution) => isUnserved(solution, place.flow)).length,
    refused: plan.refused,
  }
}

/** Says the same as lib/rounds/server/queue-solutions.sql.ts. */
const isUnserved = ({ record, steps, labellings }: PreparedSolution, flow: Flow) =>
  (record.flow !== flow || steps.length === 0) && labellings.length === 0

/** Adds a line to the plan, and what it adds to what is known, so that the next line of the batch sees it. */
function planLine(line: PreparedLine, known: Known, plan: Plan): void {
  const { problem, solutions, origin } = line
  const outline = outlineLine(line)
  const contradictions = findContradictions(outline, {
    findProblem: (identity) => known.problems.get(identity),
    findSolution: (identity) => known.solutions.get(identity),
  })
  if (contradictions.length > 0) {
    plan.refused.push(...contradictions.map((contradiction) => ({ ...origin, ...contradiction })))
    return
  }
  if (solutions.some((solution) => speaksOfOldSteps(solution, known))) {
    plan.refused.push({ ...origin, place: 'label', reason: repairedReason })
    return
  }
  const where = `stands in line ${origin.line}`
  const knownProblem = known.problems.get(problem.identity)
  if (!knownProblem) {
    plan.problems.push(problem)
    known.problems.set(problem.identity, { ...outline.problem, id: problem.id, where })
  }
  const problemId = knownProblem?.id ?? problem.id
  for (const solution of solutions) planSolution({ ...solution, problemId }, where, known, plan)
}

const repairedReason =
  'The steps of this solution were repaired here: labels of the old steps cannot be taken.'

function speaksOfOldSteps({ identity, labellings }: PreparedSolution, known: Known): boolean {
  const isRepaired = (known.solutions.get(identity)?.revision ?? 1) > 1
  return isRepaired && labellings.some((labelling) => !known.labellings.has(labelling.identity))
}

function planSolution(solution: NewSolution, where: string, known: Known, plan: Plan): void {
  let stored = known.solutions.get(solution.identity)
  if (stored) plan.repeated += 1
  else {
    const { id, contentHash, recordHash } = solution
    stored = { id, revision: 1, contentHash, recordHash, where, options: [] }
    known.solutions.set(solution.identity, stored)
    plan.solutions.push(solution)
  }
  const isNew = stored.id === solution.id
  // Further alternatives of a known solution come only with further labels: otherwise its content stays as it is.
  const optionNumbers =
    isNew || solution.labellings.length > 0
      ? planOptions(solution, stored, plan)
      : new Map<string, number>()
  for (const labelling of solution.labellings) {
    if (known.labellings.has(labelling.identity)) continue
    known.labellings.add(labelling.identity)
    plan.labellings.push({
      ...labelling,
      solutionId: stored.id,
      flow: solution.record.flow,
      optionNumbers,
    })
  }
}

/** Numbers a line's options as they are stored: known texts keep their number, new ones come after. */
function planOptions(
  solution: PreparedSolution,
  stored: KnownSolution,
  plan: Plan,
): Map<string, number> {
  const numbers = new Map<string, number>()
  const isNew = stored.id === solution.id
  const taken = new Set<string>()
  for (const { step, option, text, source } of solution.record.options) {
    const same = stored.options.find(
      (other) =>
        !isNew &&
        other.step === step &&
        other.text === text &&
        !taken.has(`${step}/${other.option}`),
    )
    const highest = Math.max(
      solution.record.flow === 'step_choice' ? -1 : 0,
      ...stored.options.filter((other) => other.step === step).map((other) => other.option),
    )
    const number = same?.option ?? (isNew ? option : highest + 1)
    taken.add(`${step}/${number}`)
    numbers.set(`${step}/${option}`, number)
    if (same) continue
    stored.options.push({ step, option: number, text })
    plan.options.push({ solutionId: stored.id, step, option: number, text, source })
  }
  return numbers
}
