import { z } from 'zod'
import { describeStepScoreMismatch } from '@/lib/formats/describe-counts'
import { sourceIdOrNameField, stepScoresField } from '@/lib/formats/line-fields'
import { toReadErrors, type ReadError } from '@/lib/formats/read-result'
import { aggregateScores } from './aggregate-scores'
import { ratingProbsField, toStepScores } from './rating-probs'
import type { StepScore } from './step-scores'

const wellFormed = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), {
  error: 'The text contains a NUL character or half of a surrogate pair.',
})
const nameOrNumber = z
  .union([sourceIdOrNameField, z.number()], { error: 'Expected text or a number.' })
  .transform(String)
  .pipe(wellFormed)

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0

const lineShape = z.looseObject({
  solution_id: z
    .guid({ error: 'Expected the id of a solution, as "score export" writes it.' })
    .nullish(),
  external_id: nameOrNumber.nullish(),
  unique_id: nameOrNumber.nullish(),
  problem: wellFormed.nullish(),
  steps: z.array(wellFormed).nullish(),
  text: wellFormed.nullish(),
  rating_probs: ratingProbsField.nullish(),
  step_scores: z.preprocess((list) => (isEmpty(list) ? null : list), stepScoresField.nullish()),
  prm_score: z.number().nullish(),
})
type Line = z.infer<typeof lineShape>

/** The keys of a line that are read. */
export const scoreLineKeys: readonly string[] = Object.keys(lineShape.shape)

/** How a line identifies its solution. */
export type SolutionIdentifier =
  | { by: 'id'; id: string }
  /** External id of the solution. */
  | { by: 'external-id'; id: string }
  /** External id or id of its problem, or the statement; and `text` of the solution, or null for the steps of the line. */
  | { by: 'content'; problem: string | null; statement: string | null; text: string | null }

export type LineScores =
  | { of: 'steps'; field: 'rating_probs' | 'step_scores'; steps: StepScore[] }
  | { of: 'whole'; score: number }

/** A parsed line: scores of an existing solution. */
export interface ScoreLine {
  solution: SolutionIdentifier
  /** The scored steps, if the line has them. */
  steps: string[] | null
  scores: LineScores
}

export type ScoreLineResult = { ok: true; line: ScoreLine } | { ok: false; problems: ReadError[] }

/**
 * Reads a line in the format of "score export". Step scores are probabilities. The score of a whole solution is any finite
 * number and is used if there are no step scores. Ignores other keys.
 */
export function readScoreLine(value: unknown): ScoreLineResult {
  const parsed = lineShape.safeParse(value)
  if (!parsed.success) return { ok: false, problems: toReadErrors(value, parsed.error) }
  const { data } = parsed
  const solution = readSolutionIdentifier(data)
  if (solution === null)
    return makeErrorResult(
      'line',
      'The line does not include a solution. Add "solution_id", "external_id", or "unique_id" (or "problem") with "steps" (or "text").',
    )
  const scores = readScores(data)
  if (scores === null)
    return makeErrorResult(
      'line',
      'The line has no score. Add "rating_probs", "step_scores" or "prm_score".',
    )
  if (scores.of === 'steps') {
    const { field, steps } = scores
    if (data.steps && data.steps.length !== steps.length)
      return makeErrorResult(field, describeStepScoreMismatch(data.steps.length, steps.length))
    const aggregated = aggregateScores(steps)
    if (!aggregated.ok) return makeErrorResult(field, aggregated.reason)
  }
  return { ok: true, line: { solution, steps: data.steps ?? null, scores } }
}

const makeErrorResult = (location: string, reason: string): ScoreLineResult => ({
  ok: false,
  problems: [{ location, reason }],
})

function readSolutionIdentifier(line: Line): SolutionIdentifier | null {
  if (line.solution_id != null) return { by: 'id', id: line.solution_id.toLowerCase() }
  if (line.external_id != null) return { by: 'external-id', id: line.external_id }
  const [problem, statement] = [line.unique_id ?? null, line.problem ?? null]
  if (problem === null && statement === null) return null
  if (line.steps == null && line.text == null) return null
  return { by: 'content', problem, statement, text: line.steps == null ? line.text! : null }
}

function readScores({
  rating_probs: probs,
  step_scores: scores,
  prm_score: solutionScore,
}: Line): LineScores | null {
  if (probs && probs.length > 0)
    return { of: 'steps', field: 'rating_probs', steps: toStepScores(probs) }
  if (scores && scores.length > 0) return { of: 'steps', field: 'step_scores', steps: [...scores] }
  return solutionScore == null ? null : { of: 'whole', score: solutionScore }
}

/** A stored solution, to compare with a line. */
export interface ScoreTargetSolution {
  steps: number
  /** Whether the steps of the line, if it has any, are the current steps of the solution. */
  hasSameSteps: boolean
}

/** Why the scores of a line don't fit its solution; null if they do. */
export function findScoreMismatch(
  { scores }: Pick<ScoreLine, 'scores'>,
  { steps, hasSameSteps }: ScoreTargetSolution,
): ReadError | null {
  if (scores.of === 'steps' && scores.steps.length !== steps)
    return {
      location: scores.field,
      reason: `${describeStepScoreMismatch(steps, scores.steps.length)} Scores must match the current steps.`,
    }
  if (hasSameSteps) return null
  return {
    location: 'steps',
    reason: 'The solution has different steps now. Export it again and score the export.',
  }
}
