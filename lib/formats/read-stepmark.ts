import { buildAnnotationRecord } from './build-annotation-record'
import { camelCaseKeys } from './camel-case-keys'
import { findStepmarkLineErrors } from './find-stepmark-line-errors'
import type { InputFormat } from './input-format'
import { toReadErrors, type ReadResult } from './read-result'
import { restoreV1Locations, upgradeStepmarkV1Line } from './read-stepmark-v1'
import type {
  AnnotationRecord,
  Metadata,
  ProblemRecord,
  SolutionRecord,
  StoredAnnotation,
  StoredRecord,
} from './record'
import { type StepmarkLine, stepmarkSchema } from './stepmark-schema'

/**
 * Reads one line in the stepmark format, version 1 or 2. For version 2 it is the exact inverse of
 * `writeStepmarkLine`. The record's `stored` has everything. Its problem and solution have what
 * other formats can express, with the current steps.
 *
 * @param value a line parsed by `parseJsonLine`
 */
export function readStepmarkLine(value: unknown): ReadResult {
  const line = upgradeStepmarkV1Line(value)
  const checked = stepmarkSchema.safeParse(line)
  const errors = checked.success
    ? findStepmarkLineErrors(checked.data)
    : toReadErrors(line, checked.error)
  if (!checked.success || errors.length > 0)
    return { ok: false, errors: restoreV1Locations(value, errors) }
  const storedFields = readStored(checked.data)
  return {
    ok: true,
    record: {
      problem: readProblemRecord(storedFields),
      solutions: [readSolutionRecord(storedFields)],
      stored: storedFields,
    },
  }
}

export const stepmarkInput: InputFormat = {
  detects: (value) => value.format === 'stepmark',
  read: readStepmarkLine,
}

const readStored = ({ problem, solution, annotation, events }: StepmarkLine): StoredRecord => ({
  problem: camelCaseKeys(problem),
  solution: camelCaseKeys(solution),
  annotation: {
    ...camelCaseKeys(annotation),
    humanOptions: annotation.human_options.map(camelCaseKeys),
    notes: annotation.notes.map(camelCaseKeys),
  },
  events: events?.map(camelCaseKeys) ?? null,
})

/** The problem as in other formats, without our id. */
function readProblemRecord(storedFields: StoredRecord): ProblemRecord {
  const { id: _, ...problem } = storedFields.problem
  return { ...problem, identity: listPossibleProblemIdentities(storedFields)[0] }
}

/**
 * Possible identities of a problem, the likeliest first. The line does not have the identity, so it
 * is derived:
 *
 * - with an external id: the external id;
 * - with anything that PRM800K does not have (a subject, a level, metadata, a solution's text, external
 * id or generator, an annotation labelled here, or one without a time): the statement, because the
 * line was not imported from PRM800K;
 * - else: PRM800K's whole question.
 *
 * The other identities are for different problems with the same statement.
 */
export function listPossibleProblemIdentities({
  problem,
  solution,
  annotation,
}: StoredRecord): [string, ...string[]] {
  if (problem.externalId !== null) return [`id:${problem.externalId}`]
  const statementIdentity = `statement:${problem.statement}`
  const prm800kIdentity = makePrm800kIdentity({ problem, solution })
  const idIdentity = `stepmark:${problem.id}:${problem.statement}`
  const isPrm800k =
    annotation.origin === 'imported' &&
    annotation.recordedAt !== null &&
    solution.externalId === null &&
    solution.text === null &&
    solution.generator === null &&
    problem.subject === null &&
    problem.level === null &&
    isEmpty(problem.metadata) &&
    isEmpty(solution.metadata)
  return isPrm800k
    ? [prm800kIdentity, statementIdentity, idIdentity]
    : [statementIdentity, prm800kIdentity, idIdentity]
}

const isEmpty = (metadata: Metadata) => Object.keys(metadata).length === 0

function readSolutionRecord(storedFields: StoredRecord): SolutionRecord {
  const { solution } = storedFields
  return {
    externalId: solution.externalId,
    flow: solution.flow,
    text: null,
    steps: solution.steps,
    options: solution.options,
    explanations: solution.explanations.map(({ step, text }) => ({ step, text })),
    answer: solution.answer,
    isCorrect: solution.verdict === 'unsure' ? null : solution.verdict === 'correct',
    score: solution.score,
    stepScores: solution.stepScores,
    generator: solution.generator,
    metadata: solution.metadata,
    annotations: [readAnnotationRecord(storedFields.annotation)],
  }
}

/** The annotation as in other formats, with the source's labels after the error and its explanation. */
function readAnnotationRecord(annotation: StoredAnnotation): AnnotationRecord {
  const { supersededRatings, explanation } = annotation
  return {
    ...buildAnnotationRecord(annotation),
    ...(supersededRatings.length > 0 && { supersededRatings }),
    ...(explanation !== null && { explanation }),
  }
}

/** PRM800K's identity of the problem. */
export function makePrm800kIdentity({
  problem,
  solution,
}: Pick<StoredRecord, 'problem' | 'solution'>): string {
  const problemIdentity = {
    problem: problem.statement,
    // Phase 1 has no such key.
    solution:
      solution.flow === 'step_choice' && problem.referenceSolution === null
        ? undefined
        : problem.referenceSolution,
    answer: problem.answer,
  }
  return `prm800k:${JSON.stringify(problemIdentity)}`
}
