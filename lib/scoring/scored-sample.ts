import { z } from 'zod'
import { describeStepScoreMismatch } from '@/lib/formats/describe-counts'
import { sourceIdOrNameField } from '@/lib/formats/line-fields'
import { toReadErrors, type ReadError } from '@/lib/formats/read-result'
import { computeScoresFromSteps } from './compute-scores-from-steps'
import { ratingProbsField, toStepScores } from './rating-probs'
import type { Aggregation, NeutralTreatment, StepScore } from './step-scores'

const answerText = z.union([z.string(), z.number()], { error: 'Expected text or a number.' })

const lineShape = z.looseObject({
  unique_id: z
    .union([sourceIdOrNameField, z.number()], { error: 'Expected text or a number.' })
    .nullish(),
  problem: z.string().nullish(),
  answer: answerText.nullish(),
  given_answer: answerText.nullish(),
  ground_truth_answer: answerText.nullish(),
  is_correct: z.boolean().nullish(),
  rating_probs: ratingProbsField.nullish(),
  step_scores: z.array(z.number()).nullish(),
  prm_score: z.number().nullish(),
  orm_score: z.number().nullish(),
  disagreement: z.number().nullish(),
  steps: z.array(z.string()).nullish(),
  text: z.string().nullish(),
})
type Line = z.infer<typeof lineShape>

/** A scored sample in PRM800K format, as selection and best-of-N read it. */
export interface ScoredSample {
  /** `unique_id`, or the statement. */
  problem: string
  /** The final answer; null if there is none. */
  answer: string | null
  /** Whether the line has a key for the answer. */
  hasAnswerField: boolean
  referenceAnswer: string | null
  /** Null if it must be graded. */
  isCorrect: boolean | null
  stepScores: StepScore[] | null
  prmScore: number | null
  ormScore: number | null
  disagreement: number | null
  /** Steps, or the text as a single step; null if the line has neither. */
  content: string[] | null
  /** Number of steps; 0 if unknown. */
  steps: number
}

export type ScoredSampleResult =
  | { ok: true; sample: ScoredSample }
  | { ok: false; problems: ReadError[] }

/**
 * Reads a parsed line. `answer` is the sample's answer, or the reference answer if the sample's is in `given_answer` and
 * there is no `ground_truth_answer`. Ignores other keys.
 */
export function readScoredSample(value: unknown): ScoredSampleResult {
  const parsed = lineShape.safeParse(value)
  if (!parsed.success) return { ok: false, problems: toReadErrors(value, parsed.error) }
  const line = parsed.data
  if (Array.isArray(line['samples'])) return makeErrorResult('samples', samplesFieldMessage)
  const problem = line.unique_id ?? line.problem
  if (problem == null) return makeErrorResult('line', missingProblemMessage)
  const content = line.steps ?? (line.text == null ? null : [line.text])
  const stepScores = readStepScores(line)
  if (line.steps && stepScores && line.steps.length !== stepScores.length)
    return makeErrorResult(
      getStepScoresKey(line),
      describeStepScoreMismatch(line.steps.length, stepScores.length),
    )
  return {
    ok: true,
    sample: {
      problem: String(problem),
      ...readAnswers(line),
      isCorrect: line.is_correct ?? null,
      stepScores,
      prmScore: line.prm_score ?? null,
      ormScore: line.orm_score ?? null,
      disagreement: line.disagreement ?? null,
      content,
      steps: line.steps?.length ?? stepScores?.length ?? 0,
    },
  }
}

const makeErrorResult = (location: string, reason: string): ScoredSampleResult => ({
  ok: false,
  problems: [{ location, reason }],
})

const samplesFieldMessage =
  'This line has `samples`: it is a problem to import, not a scored sample. Import it, score it and export the scores, or write one line per sample with its scores and the same `unique_id`.'
const missingProblemMessage = 'The line does not include a problem. Add "unique_id" or "problem".'

/** The key that the step scores of a line are read from. */
export const getStepScoresKey = ({ rating_probs: probs }: { rating_probs?: unknown }) =>
  Array.isArray(probs) && probs.length > 0 ? 'rating_probs' : 'step_scores'

function readStepScores({ rating_probs: probs, step_scores: scores }: Line): StepScore[] | null {
  if (probs && probs.length > 0) return toStepScores(probs)
  return scores && scores.length > 0 ? scores : null
}

function readAnswers(
  line: Line,
): Pick<ScoredSample, 'answer' | 'hasAnswerField' | 'referenceAnswer'> {
  const { answer, given_answer: givenAnswer, ground_truth_answer: referenceAnswer } = line
  return {
    answer: readText(givenAnswer ?? answer),
    hasAnswerField: answer !== undefined || givenAnswer !== undefined,
    referenceAnswer: readText(referenceAnswer ?? (givenAnswer == null ? null : answer)),
  }
}

const readText = (value: string | number | null | undefined) =>
  value == null || String(value).trim() === '' ? null : String(value)

export interface SampleScores {
  /** From step scores if there are any, else the score of the whole solution. */
  score: number | null
  /** From step scores; null without them. */
  minimum: number | null
  /** 0-based; the first of several. */
  lowestStep: number | null
  /** `disagreement` of the line, else the mean entropy of the step scores, in nats; null without either. */
  uncertainty: number | null
  /** Where `uncertainty` comes from: the disagreement of an ensemble, or entropy. */
  uncertaintyMeasure: 'ensemble' | 'entropy' | null
}

export type SampleScoresResult = { ok: true; scores: SampleScores } | { ok: false; reason: string }

/** The values that rank a sample. Rejects step scores that are not probabilities. */
export function computeSampleScores(
  { stepScores, prmScore, disagreement }: ScoredSample,
  { aggregation, neutral }: { aggregation: Aggregation; neutral: NeutralTreatment },
): SampleScoresResult {
  if (stepScores === null) {
    const uncertaintyMeasure = disagreement === null ? null : ('ensemble' as const)
    const noStepScores = { minimum: null, lowestStep: null }
    const scores = {
      score: prmScore,
      ...noStepScores,
      uncertainty: disagreement,
      uncertaintyMeasure,
    }
    return { ok: true, scores }
  }
  const result = computeScoresFromSteps(stepScores, { aggregation, neutral })
  if (!result.ok) return result
  const { entropy, ...scores } = result.scores
  const uncertaintyMeasure = disagreement === null ? ('entropy' as const) : ('ensemble' as const)
  return {
    ok: true,
    scores: { ...scores, uncertainty: disagreement ?? entropy, uncertaintyMeasure },
  }
}
