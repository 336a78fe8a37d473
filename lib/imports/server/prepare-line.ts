import { buildImportedAnnotation } from '@/lib/formats/build-imported-annotation'
import { findCombiningMarkProblem } from '@/lib/formats/combining-marks'
import { formatNounCount } from '@/lib/formats/describe-counts'
import type { ImportItemPosition } from '@/lib/formats/excerpt'
import { importLineLimits } from '@/lib/formats/import-line-limits'
import { numberExplanations } from '@/lib/formats/number-explanations'
import { formatLocation, type ReadError } from '@/lib/formats/read-result'
import type {
  ImportRecord,
  AnnotationRecord,
  SolutionRecord,
  StoredRecord,
} from '@/lib/formats/record'
import { extractStatedAnswer } from '@/lib/grading/extract-answer'
import { gradeAnswer, graderVersion } from '@/lib/grading/grade-answer'
import { makeRowId } from '@/lib/platform/server/make-row-id'
import type { GraderMode } from '@/lib/projects/settings'
import { splitSteps, type SplitStyle } from '@/lib/steps/split-steps'
import { chooseVerdict } from './choose-verdict'
import type {
  PreparedAnnotation,
  PreparedLine,
  PreparedProblem,
  PreparedSolution,
} from './prepared-line'
import {
  hashValue,
  hashSolutionContent,
  hashSolutionRecord,
  hashSolutionIdentity,
} from './record-hashes'

/** Project settings that apply to a line. */
export interface LinePreparationSettings {
  splitting: SplitStyle | 'auto'
  graderMode: GraderMode
  /** Grades each pair of answers once (lib/grading/memoise-grade.ts). */
  grade: typeof gradeAnswer
}

export function prepareLine(
  record: ImportRecord,
  position: ImportItemPosition,
  {
    splitting = 'auto',
    graderMode = 'semantic',
    grade: judgeAnswer = gradeAnswer,
  }: Partial<LinePreparationSettings> = {},
): PreparedLine {
  const problem = {
    id: makeRowId(),
    identity: hashValue(record.problem.identity),
    record: record.problem,
  }
  const { stored } = record
  if (stored) {
    const solutions = record.solutions.map((solution) => prepareStored(solution, problem, stored))
    return { position, problem, solutions, stored }
  }
  const solutions = record.solutions.map((solution) =>
    prepareSolution(solution, problem, { splitting, graderMode, grade: judgeAnswer }),
  )
  return { position, problem, solutions }
}

/**
 * Finds errors that no format checks for: a statement that would take too long to compare, a text that splits into too
 * many steps, and scores, alternatives or explanations that do not fit the steps of the text.
 */
export function findLineErrors({ problem, solutions }: PreparedLine): ReadError[] {
  const reason = findCombiningMarkProblem(problem.record.statement)
  if (reason !== null) return [{ location: 'problem', reason }]
  return solutions
    .flatMap((solution, i) => (solution.record.text === null ? [] : findTextErrors(solution, i)))
    .slice(0, importLineLimits.reasonsPerLine)
}

function findTextErrors({ record, steps }: PreparedSolution, index: number): ReadError[] {
  const locate = (...path: PropertyKey[]) => formatLocation(['samples', index, ...path])
  if (steps.length > importLineLimits.steps) {
    const reason = `The text splits into more than ${importLineLimits.steps} steps.`
    return [{ location: locate('text'), reason }]
  }
  const errors: ReadError[] = []
  const count = steps.length
  const scores = record.stepScores?.length ?? count
  if (scores !== count) {
    const are = scores === 1 ? 'is' : 'are'
    const reason = `The text splits into ${formatNounCount(count, 'step')}, but there ${are} ${formatNounCount(scores, 'step score')}.`
    errors.push({ location: locate('step_scores'), reason })
  }
  for (const [field, list] of [
    ['alternatives', record.options],
    ['explanations', record.explanations],
  ] as const)
    for (const step of new Set(list.map((entry) => entry.step)))
      if (step >= count) {
        const stepRange = count === 1 ? 'one step, number 0' : `steps 0 to ${count - 1}`
        const reason = `There is no step ${step}: the text splits into ${stepRange}.`
        errors.push({ location: locate(field, String(step)), reason })
      }
  return errors
}

function prepareSolution(
  record: SolutionRecord,
  problem: PreparedProblem,
  { splitting, graderMode, grade: judgeAnswer }: LinePreparationSettings,
): PreparedSolution {
  const split = record.text === null ? null : splitSteps(record.text, splitting)
  const steps = split?.steps ?? record.steps ?? []
  const answer =
    record.answer === undefined
      ? extractStatedAnswer(record.text ?? steps.join('\n\n'))
      : record.answer
  const contentHash = hashSolutionContent(problem.identity, { ...record, steps })
  const identity = hashSolutionIdentity(record, contentHash)
  return {
    id: makeRowId(),
    identity,
    contentHash,
    recordHash: hashSolutionRecord(record, contentHash),
    // Lazy, because it reads the text and is rarely needed.
    findLooseHash: () => hashLoosely(record, steps, contentHash),
    record,
    text: record.text,
    steps,
    splitter: split && `${split.style}/${split.version}`,
    stepSpans: split ? split.spans.flat() : [],
    stepIds: [],
    revision: 1,
    explanations: numberExplanations(record.explanations),
    answer,
    ...chooseVerdict(record, () => judgeAnswer(answer, problem.record.answer, graderMode)),
    graderVersion,
    annotations: record.annotations.map((annotation) =>
      prepareAnnotation(annotation, identity, record.flow, steps.length),
    ),
  }
}

/** A solution in the stepmark format as stored at its origin, possibly without labels and options. */
function prepareStored(
  record: SolutionRecord,
  problem: PreparedProblem,
  { solution, annotation, events }: StoredRecord,
): PreparedSolution {
  const contentHash = hashSolutionContent(problem.identity, solution)
  const identity = hashSolutionIdentity(record, contentHash)
  return {
    id: makeRowId(),
    identity,
    contentHash,
    recordHash: contentHash,
    findLooseHash: () => null,
    record,
    text: solution.text,
    steps: solution.steps,
    splitter: solution.splitter,
    stepSpans: solution.stepSpans.flat(),
    stepIds: solution.stepIds,
    revision: solution.revision,
    explanations: solution.explanations,
    answer: solution.answer,
    verdict: solution.verdict,
    verdictReason: solution.verdictReason,
    verdictSource: solution.verdictSource,
    graderVersion: solution.graderVersion,
    annotations: record.annotations.map((labels) => ({
      id: makeRowId(),
      identity: hashAnnotationIdentity(annotation.id),
      record: labels,
      stored: annotation,
      events: events ?? [],
    })),
  }
}

export const hashAnnotationIdentity = (id: string) => hashValue(['stepmark', id.toLowerCase()])

function hashLoosely(record: SolutionRecord, steps: readonly string[], contentHash: string) {
  if (record.externalId === null || record.answer == null) return null
  const statedAnswer = extractStatedAnswer(record.text ?? steps.join('\n\n'))
  return statedAnswer === record.answer
    ? hashSolutionRecord({ ...record, answer: undefined }, contentHash)
    : null
}

function prepareAnnotation(
  record: AnnotationRecord,
  solutionIdentity: string,
  flow: SolutionRecord['flow'],
  stepCount: number,
): PreparedAnnotation {
  return {
    id: makeRowId(),
    identity: hashValue([solutionIdentity, record]),
    record,
    events: [],
    stored: buildImportedAnnotation(record, flow, stepCount),
  }
}

/** Returns the solution without labels and anything that reveals their error, like an unlabelled solution in a file. */
export function removeLabels(solution: PreparedSolution): PreparedSolution {
  const { contentHash } = solution
  const options = solution.record.flow === 'solution' ? [] : solution.record.options
  const record = { ...solution.record, options, annotations: [] }
  return {
    ...solution,
    record,
    identity: hashSolutionIdentity(record, contentHash),
    recordHash: hashSolutionRecord(record, contentHash),
    annotations: [],
  }
}

/**
 * Dropping labels also drops the alternatives at their error, which would reveal it to the next
 * annotator.
 */
export function dropLabels(solution: SolutionRecord): void {
  if (solution.annotations.length > 0 && solution.flow === 'solution') solution.options = []
  solution.annotations = []
}
