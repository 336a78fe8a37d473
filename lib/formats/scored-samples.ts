import { z } from 'zod'
import { describeStepScoreMismatch, findTextAndStepsIssues } from './describe-counts'
import type { InputFormat } from './input-format'
import {
  displayedTextField,
  sourceIdOrNameField,
  stepListField,
  stepScoresField,
  textOrNumberField,
} from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'

const ratingProbs = z.looseObject({ '-1': z.number(), '0': z.number(), '1': z.number() })

const scoredSampleShape = z.looseObject({
  problem: displayedTextField,
  solution: z.string().nullish(),
  ground_truth_answer: z.string().nullish(),
  answer: z.string().nullish(),
  given_answer: z.string().nullish(),
  unique_id: sourceIdOrNameField.nullish(),
  subject: z.string().nullish(),
  level: textOrNumberField.nullish(),
  generator: z.string().nullish(),
  text: displayedTextField.nullish(),
  steps: stepListField.nullish(),
  rating_probs: z.array(ratingProbs).nullish(),
  /** Used without `rating_probs`. */
  step_scores: stepScoresField.nullish(),
  prm_score: z.number().nullish(),
  is_correct: z.boolean().nullish(),
  /** In score exports. Selection reads it, imports ignore it. */
  disagreement: z.number().nullish(),
})

type ScoredSample = z.infer<typeof scoredSampleShape>

const scoredSample = scoredSampleShape.superRefine((line, context) => {
  const addIssue = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', message, path })
  const { steps, rating_probs: probs, step_scores: scores } = line
  for (const issue of findTextAndStepsIssues(line)) addIssue(...issue)
  if (steps && probs && steps.length !== probs.length) {
    addIssue(['rating_probs'], describeStepScoreMismatch(steps.length, probs.length))
  }
  if (steps && scores && steps.length !== scores.length) {
    addIssue(['step_scores'], describeStepScoreMismatch(steps.length, scores.length))
  }
})

const lineKeys: ReadonlySet<string> = new Set(Object.keys(scoredSampleShape.shape))

/**
 * Reads one of PRM800K's scored samples. `answer` is the reference answer if the line has
 * `given_answer` but not `ground_truth_answer`, else the sample's own answer.
 */
function readScoredSample(value: unknown): ReadResult {
  const checked = scoredSample.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const { answer, solutionAnswer } = readAnswers(line)
  const problem = makeProblemRecord(line.problem, {
    externalId: line.unique_id ?? null,
    answer,
    referenceSolution: blankToNull(line.solution),
    subject: line.subject ?? null,
    level: line.level == null ? null : String(line.level),
  })
  const solution = makeSolutionRecord({
    text: line.text ?? null,
    steps: line.steps ?? null,
    answer: solutionAnswer,
    isCorrect: line.is_correct ?? null,
    score: line.prm_score ?? null,
    stepScores:
      line.rating_probs?.map((probs) => [probs['-1'], probs['0'], probs['1']] as const) ??
      line.step_scores ??
      null,
    generator: blankToNull(line.generator),
    metadata: pickUnknownKeys(line, lineKeys),
  })
  return { ok: true, record: { problem, solutions: [solution] } }
}

function readAnswers(line: ScoredSample): {
  answer: string | null
  solutionAnswer: string | null | undefined
} {
  const { answer, given_answer: solutionAnswer, ground_truth_answer: referenceAnswer } = line
  if (referenceAnswer !== undefined) {
    return {
      answer: blankToNull(referenceAnswer),
      solutionAnswer: solutionAnswer === undefined ? answer : solutionAnswer,
    }
  }
  return solutionAnswer === undefined
    ? { answer: null, solutionAnswer: answer }
    : { answer: blankToNull(answer), solutionAnswer }
}

export const scoredSamplesInput: InputFormat = {
  detects: (value) =>
    typeof value.problem === 'string' &&
    ['prm_score', 'orm_score', 'rating_probs'].some((key) => key in value) &&
    !('samples' in value),
  read: readScoredSample,
}
