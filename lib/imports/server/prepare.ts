import { createHash } from 'node:crypto'
import { v7 as makeId } from 'uuid'
import type {
  ImportRecord,
  LabellingRecord,
  ProblemRecord,
  SolutionRecord,
} from '@/lib/formats/record'
import { findIrregularity } from '@/lib/formats/irregular'
import { formatLimits } from '@/lib/formats/limits'
import { formatPlace, type PlacedReason } from '@/lib/formats/place'
import { extractStatedAnswer } from '@/lib/grading/extract-answer'
import { grade, graderVersion } from '@/lib/grading/grade'
import type { GraderMode } from '@/lib/projects/settings'
import { splitSteps, type SplitStyle } from '@/lib/steps/split-steps'
import type { LineOutline } from '../contradictions'

/** Where a record came from, for reports. */
export interface Origin {
  line: number
  offset: number
  start: string
}

export interface PreparedProblem {
  id: string
  /** SHA-256, in hex. */
  identity: string
  record: ProblemRecord
}

export interface PreparedSolution {
  id: string
  identity: string
  contentHash: string
  recordHash: string
  record: SolutionRecord
  steps: string[]
  splitter: string | null
  stepSpans: number[]
  answer: string | null
  verdict: string
  verdictReason: string
  graderVersion: string
  labellings: PreparedLabelling[]
}

export interface PreparedLabelling {
  id: string
  identity: string
  record: LabellingRecord
  stepCount: number
  irregular: string | null
}

/** One line, ready to be stored: steps split, the answer found and graded, everything named by its hash. */
export interface PreparedLine {
  origin: Origin
  problem: PreparedProblem
  solutions: PreparedSolution[]
}

/** The project's settings that decide what becomes of a line. */
export interface Preparation {
  splitting: SplitStyle | 'auto'
  graderMode: GraderMode
}

export function prepareLine(
  record: ImportRecord,
  origin: Origin,
  { splitting = 'auto', graderMode = 'semantic' }: Partial<Preparation> = {},
): PreparedLine {
  const problem = { id: makeId(), identity: hash(record.problem.identity), record: record.problem }
  const solutions = record.solutions.map((solution) =>
    prepareSolution(solution, problem, { splitting, graderMode }),
  )
  return { origin, problem, solutions }
}

/** What the line says, in what contradictions are found by. */
export function outlineLine({ problem, solutions }: PreparedLine): LineOutline {
  const { statement, answer, referenceSolution = null } = problem.record
  return {
    problem: {
      identity: problem.identity,
      problem: statement,
      answer,
      solution: referenceSolution,
    },
    solutions: solutions.map(({ identity, contentHash, recordHash, record: { externalId } }) => ({
      identity,
      contentHash,
      recordHash,
      externalId,
    })),
  }
}

/** What a line says of steps that its texts do not have, once they are split; where steps came, the format saw to it. */
export function findMisfit({ solutions }: PreparedLine): PlacedReason[] {
  return solutions
    .flatMap((solution, i) => (solution.record.text === null ? [] : findTextMisfit(solution, i)))
    .slice(0, formatLimits.reasonsPerLine)
}

function findTextMisfit({ record, steps }: PreparedSolution, index: number): PlacedReason[] {
  const place = (...path: PropertyKey[]) => formatPlace(['samples', index, ...path])
  if (steps.length > formatLimits.steps) {
    const reason = `The text splits into more than ${formatLimits.steps} steps.`
    return [{ place: place('text'), reason }]
  }
  const misfit: PlacedReason[] = []
  const count = steps.length
  const scores = record.stepScores?.length ?? count
  if (scores !== count) {
    const reason = `The text splits into ${count} steps, but there are ${scores} step scores.`
    misfit.push({ place: place('step_scores'), reason })
  }
  for (const [field, list] of [
    ['alternatives', record.options],
    ['explanations', record.explanations],
  ] as const)
    for (const step of new Set(list.map((entry) => entry.step)))
      if (step >= count) {
        const reason = `There is no step ${step}: the text splits into steps 0 to ${count - 1}.`
        misfit.push({ place: place(field, String(step)), reason })
      }
  return misfit
}

function prepareSolution(
  record: SolutionRecord,
  problem: PreparedProblem,
  { splitting, graderMode }: Preparation,
): PreparedSolution {
  const split = record.text === null ? null : splitSteps(record.text, splitting)
  const steps = split?.steps ?? record.steps ?? []
  const answer =
    record.answer === undefined
      ? extractStatedAnswer(record.text ?? steps.join('\n\n'))
      : record.answer
  const contentHash = hash([
    problem.identity,
    record.flow,
    record.text ?? steps,
    // Alternatives may differ from one labelling to the next; the options of a step-choice solution are its content.
    record.flow === 'step_choice'
      ? record.options.map(({ step, option, text }) => [step, option, text])
      : null,
  ])
  const identity = nameSolution(record, contentHash)
  return {
    id: makeId(),
    identity,
    contentHash,
    recordHash: hashRecord(record, contentHash),
    record,
    steps,
    splitter: split && `${split.style}/${split.version}`,
    stepSpans: split ? split.spans.flat() : [],
    answer,
    ...judge(record, answer, problem.record.answer, graderMode),
    graderVersion,
    labellings: record.labellings.map((labelling) =>
      prepareLabelling(labelling, identity, record.flow, steps.length),
    ),
  }
}

/**
 * An external id names a solution; without one its content does. A solution that came with labels (PRM800K) is told
 * apart by answer and score too, which every line repeats and must get back.
 */
function nameSolution(record: SolutionRecord, contentHash: string): string {
  if (record.externalId !== null) return hash(['id', record.externalId])
  if (record.labellings.length === 0) return hash(['content', contentHash])
  return hash(['labelled', contentHash, record.answer ?? null, writeScore(record.score)])
}

/** Names everything the line said of a solution but labels. Problem and text are in the hash of the content. */
function hashRecord(record: SolutionRecord, contentHash: string): string {
  const { labellings: _labellings, text: _text, steps: _steps, score, ...said } = record
  return hash(JSON.stringify([contentHash, writeScore(score), said], sortKeys))
}

/** For JSON.stringify: the order of keys says nothing. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** JSON has no -0; Python has, and writes it. PostgreSQL reads a number from text as well. */
export function writeScore(score: number | null): number | string | null {
  return Object.is(score, -0) ? '-0' : score
}

function judge(
  record: SolutionRecord,
  answer: string | null,
  truth: string | null,
  mode: GraderMode,
) {
  if (record.isCorrect !== null)
    return {
      verdict: record.isCorrect ? 'correct' : 'wrong',
      verdictReason: 'The file says so.',
    }
  const { verdict, reason } = grade(answer, truth, mode)
  return { verdict, verdictReason: reason }
}

function prepareLabelling(
  record: LabellingRecord,
  solutionIdentity: string,
  flow: SolutionRecord['flow'],
  stepCount: number,
): PreparedLabelling {
  return {
    id: makeId(),
    identity: hash([solutionIdentity, record]),
    record,
    stepCount,
    irregular: findIrregularity(flow, stepCount, record),
  }
}

function hash(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return createHash('sha256').update(text).digest('hex')
}
