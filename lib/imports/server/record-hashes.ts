import { hash as digest } from 'node:crypto'
import type { SolutionRecord, StoredSolution } from '@/lib/formats/record'
import { hashExternalId } from '@/lib/formats/server/hash-external-id'

/** SHA-256 of a text, or of a value as JSON, in hex. */
export function hashValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return digest('sha256', text, 'hex')
}

/** JSON has no -0, but Python writes it. PostgreSQL reads numbers from text as well. */
export function encodeNegativeZero(score: number | null): number | string | null {
  return Object.is(score, -0) ? '-0' : score
}

/** JSON with sorted keys. */
export const toSortedJson = (value: unknown): string => JSON.stringify(sortKeys(value))

/** A replacer of JSON.stringify would be called for each text. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.some(isNested) ? value.map(sortKeys) : value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]))
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null

type Content = Pick<SolutionRecord, 'flow' | 'text' | 'options'> & { steps: readonly string[] }

/**
 * Identifies the content of a solution: the problem, its text or steps, and in `step_choice` its
 * options.
 */
export function hashSolutionContent(
  problemIdentity: string,
  { flow, text, steps, options }: Content,
): string {
  return hashValue([
    problemIdentity,
    flow,
    text ?? steps,
    // Alternatives can differ between annotations, but the options of a step-choice solution are
    // its content.
    flow === 'step_choice'
      ? options.map(({ step, option, text: optionText }) => [step, option, optionText])
      : null,
  ])
}

type IdentityFields = Pick<
  SolutionRecord,
  'externalId' | 'answer' | 'score' | 'isIdentifiedByAnswer'
>

/**
 * A solution is identified by its external id, otherwise by its content, in PRM800K with answer and
 * score. Labels are not part of it: the same file with another label choice finds its solutions.
 */
export function hashSolutionIdentity(record: IdentityFields, contentHash: string): string {
  if (record.externalId !== null) return hashExternalId(record.externalId)
  return record.isIdentifiedByAnswer
    ? hashContentAndAnswerIdentity(contentHash, record.answer ?? null, record.score)
    : hashContentIdentity(contentHash)
}

export const hashContentIdentity = (contentHash: string) => hashValue(['content', contentHash])

export function hashContentAndAnswerIdentity(
  contentHash: string,
  answer: string | null,
  score: number | null,
): string {
  return hashValue(['labelled', contentHash, answer, encodeNegativeZero(score)])
}

type RecordContent = Omit<SolutionRecord, 'annotations' | 'text' | 'steps'>

/**
 * Hash of everything that a line says about a solution except labels. The content hash already
 * covers problem and text.
 */
export function hashSolutionRecord(record: RecordContent, contentHash: string): string {
  const { externalId, flow, options, explanations, answer, isCorrect, stepScores } = record
  const { generator, metadata, score } = record
  // In sorted order.
  const recordContent = {
    answer,
    explanations: sortKeys(explanations),
    externalId,
    flow,
    generator,
    isCorrect,
    metadata: sortKeys(metadata),
    options: sortKeys(options),
    stepScores: sortKeys(stepScores),
  }
  return hashValue([contentHash, encodeNegativeZero(score), recordContent])
}

/** What two lines in the stepmark format must have in common if they name the same solution. */
export type InvariantSolutionFields = Pick<
  StoredSolution,
  | 'externalId'
  | 'flow'
  | 'text'
  | 'steps'
  | 'stepIds'
  | 'answer'
  | 'score'
  | 'stepScores'
  | 'generator'
  | 'metadata'
>

export function hashInvariantSolutionFields(solution: InvariantSolutionFields): string {
  const { externalId, flow, text, steps, stepIds, answer, stepScores, generator, metadata } =
    solution
  const recordContent = {
    externalId,
    flow,
    text,
    steps,
    stepIds,
    answer,
    stepScores,
    generator,
    metadata,
  }
  return hashValue(toSortedJson([encodeNegativeZero(solution.score), recordContent]))
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export const isUuid = (text: string) => uuidForm.test(text)

/**
 * Possible ids for a row: the line's id if it is a UUID; otherwise, or if another row has it, a
 * derived id, always the same in a project.
 */
export function listPossibleRowIds(projectId: string, kind: string, name: string): string[] {
  const ownId = name.toLowerCase()
  const hex = hashValue([projectId, kind, name])
  const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  const derivedId = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
  return isUuid(ownId) ? [ownId, derivedId] : [derivedId]
}
