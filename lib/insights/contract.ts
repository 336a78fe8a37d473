import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField } from '@/lib/platform/fields'
import { jobStates, scorerMetricsField } from '@/lib/scoring/contract'
import { aggregations, neutralCounts } from '@/lib/scoring/step-scores'

/** Sizes of N of a best-of-N curve, as far as problems have so many samples. */
export const bestOfSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const

/** Entries that a list of findings has at most. */
export const listedFindings = 50

/** Under so many no rate is shown: the page says how many there are. */
export const fewestForRate = 20

/** From which P(correct) on a scorer is sure that a step is right; and, taken from 1, that it is wrong. */
export const sureFrom = 0.9

/** Solutions that nobody has labelled, of those next in the queue, whose arithmetic is looked at. */
export const mostUnlabelledChecked = 100_000

const intervalField = z
  .object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
  .describe('95 % interval by bootstrap over problems; null: fewer than two problems')
const curve = z
  .array(intervalField.nullable())
  .describe('Share of problems solved, one for each n; null: cannot be computed')

const calibrationFields = {
  auc: intervalField
    .nullable()
    .describe('How often what is right scores above what is wrong; null: all are right, or none'),
  error: intervalField
    .nullable()
    .describe('Expected calibration error over ten bins; null: scores are no probabilities'),
  bins: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      count: z.number(),
      predicted: z.number().describe('Mean score'),
      observed: intervalField.describe('Share that is right'),
    }),
  ),
}

const finding = {
  solution: idField,
  problem: z.string().describe('The beginning of its statement'),
  step: z.number().describe('From 0'),
  text: z.string().describe('The beginning of the step'),
  words: z.string().describe('What is odd about it; formulas stand between dollar signs'),
}

/** With the reference answer, without it, and the second less the first. */
const armsField = z
  .object({
    shown: intervalField.nullable(),
    hidden: intervalField.nullable(),
    difference: intervalField.nullable(),
    /** What it is counted over, in either arm. */
    of: z.object({ shown: z.number(), hidden: z.number() }),
  })
  .describe('Null where there is nothing to count')

export const blindField = z.object({
  /** Drawn to be done with the answer or without it. */
  annotations: z.object({ shown: z.number(), hidden: z.number() }),
  problems: z.number(),
  people: z.number(),
  errorRate: armsField.describe('Finished annotations that find an error'),
  firstError: armsField.describe('The step of the first error, from 1'),
  foundInWrong: armsField.describe(
    'Of solutions whose answer is wrong, those where an error is found',
  ),
  foundInRight: armsField.describe(
    'Of solutions whose answer is right, those where an error is found',
  ),
  exactOnGold: armsField.describe('Answers to gold that are exact'),
  secondsPerStep: armsField.describe('Time at work on each step that was read'),
})
export type BlindResult = z.output<typeof blindField>

export const evaluationResultField = z.object({
  solutions: z.number(),
  settled: z.number().describe('Solutions whose answers are right or wrong'),
  scored: z.number().describe('Solutions with a score'),
  annotations: z.number().describe('Submitted, gold and screening left out'),
  bestOf: z
    .object({
      problems: z.number().describe('With two samples or more that are judged right or wrong'),
      samples: z.number().describe('That are judged right or wrong'),
      unanswered: z.number().describe('Samples beside these without an answer: drawn, never right'),
      n: z.array(z.number()),
      prmProduct: curve,
      prmMinimum: curve,
      score: curve.describe('The score that ranks here'),
      majority: curve,
      pass: curve,
      overMajority: intervalField
        .nullable()
        .describe('At the largest n, the score that ranks less the majority, problem by problem'),
      drawnProblems: z.number().describe('Whose votes were drawn at random, not counted out'),
    })
    .nullable()
    .describe('Null: no problem has two samples that are judged right or wrong'),
  solutionCalibration: z
    .object({ solutions: z.number(), ...calibrationFields })
    .nullable()
    .describe('Score of a solution against the verdict on its answer'),
  stepCalibration: z
    .object({
      steps: z.number().describe('Ratings; a step that two people rated counts twice'),
      ...calibrationFields,
    })
    .nullable()
    .describe('P(correct) of a step against what people rated'),
  yields: z.array(
    z.object({
      round: z.number().describe('0: in no round'),
      slice: z.string().describe('`imported`: labels that came with data'),
      annotations: z.number(),
      problems: z.number(),
      stepsRead: z.number(),
      errors: z.number(),
      perHundred: intervalField.nullable().describe('Null: no step was read'),
    }),
  ),
  versions: z
    .array(
      z.object({
        version: z.number(),
        solutions: z.number(),
        steps: z.number().describe('Rated steps that it learnt from'),
        metrics: scorerMetricsField,
      }),
    )
    .describe('Of the embedded scorer, oldest first'),
  parted: z
    .array(
      z.object({
        round: z.number(),
        steps: z.number().describe('Rated steps with a score'),
        problems: z.number(),
        surelyRightRatedWrong: z.number().describe('P(correct) of 0.9 or more, rated negative'),
        surelyWrongRatedRight: z.number().describe('P(correct) of 0.1 or less, rated positive'),
        share: intervalField.nullable(),
      }),
    )
    .describe('Where the scorer is sure and people disagree, by round'),
  partedSteps: z
    .array(z.object({ ...finding, round: z.number(), score: z.number(), rating: z.number() }))
    .describe('Those where it is surest first'),
  hints: z
    .array(z.object({ ...finding, rating: z.number().nullable().describe('Null: unrated') }))
    .describe(
      'Steps that contradict an earlier one, or their own arithmetic, and that nobody rated negative; rated ones first',
    ),
  hintedSteps: z.number(),
  hintsOf: z.number().describe('Solutions that were looked at for it'),
  blind: blindField
    .nullable()
    .default(null)
    .describe(
      'Labelling with the reference answer and without it; null: nothing was done without it',
    ),
})
export type EvaluationResult = z.output<typeof evaluationResultField>

/** Which scores: those that came with the data, or a score run (its id). */
const scoresField = z.union([z.literal('imported'), idField])

const optionFields = {
  scores: scoresField.default('imported'),
  aggregation: z.enum(aggregations).default('product'),
  neutral: z.enum(neutralCounts).default('positive'),
}
export const evaluationOptionsField = z.object(optionFields)
export type EvaluationOptions = z.output<typeof evaluationOptionsField>

const evaluationReply = z.object({
  evaluation: idField,
  state: z.enum(jobStates),
  options: evaluationOptionsField,
  run: z.number().nullable().describe('Number of the score run; null: scores came with the data'),
  model: z.string().nullable().describe('What the scores are of; null: they came with the data'),
  version: z
    .number()
    .nullable()
    .describe(
      'Of the embedded scorer, which learnt from ratings that it is compared with here; null: the scores are of something else',
    ),
  result: evaluationResultField.nullable(),
  readRows: z.number(),
  allRows: z.number().nullable(),
  message: z.string().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const oneEvaluation = { project: projectField, evaluation: idField }

export const startEvaluationContract = defineContract({
  name: 'startEvaluation',
  method: 'post',
  path: '/projects/{project}/evaluations',
  summary:
    'Work out how well scores do: best-of-N, calibration, yield, where people part from them',
  input: z.strictObject({ project: projectField, ...optionFields }),
  reply: evaluationReply,
})

export const cancelEvaluationContract = defineContract({
  name: 'cancelEvaluation',
  method: 'post',
  path: '/projects/{project}/evaluations/{evaluation}/cancel',
  summary: 'End an evaluation that is not done',
  input: z.strictObject(oneEvaluation),
  reply: evaluationReply,
})

export const getEvaluationContract = defineContract({
  name: 'getEvaluation',
  method: 'get',
  path: '/projects/{project}/evaluations/{evaluation}',
  summary: 'How far an evaluation is, and what it found',
  input: z.strictObject(oneEvaluation),
  reply: evaluationReply,
})

export const listEvaluationsContract = defineContract({
  name: 'listEvaluations',
  method: 'get',
  path: '/projects/{project}/evaluations',
  summary: 'Evaluations, newest first, at most 20, without their results',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    evaluations: z.array(evaluationReply),
    sources: z
      .array(
        z.object({
          scores: z.string().describe('As `startEvaluation` takes it'),
          run: z.number().nullable(),
          model: z.string().nullable(),
          solutions: z
            .number()
            .describe('That have scores; of the imported ones counted to 10,001'),
        }),
      )
      .describe('Scores that can be evaluated: the imported ones, then score runs, newest first'),
  }),
})
