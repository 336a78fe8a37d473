import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, onlyIfOutdatedField, projectSlugField } from '@/lib/platform/fields'
import { scoreJobStates, scoreRunScopes, scorerKinds } from '@/lib/scoring/contract'
import { scorerMetricsField } from '@/lib/scoring/held-out-metrics'
import { aggregations, neutralTreatments } from '@/lib/scoring/step-scores'

const intervalField = z
  .object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
  .describe(
    '95% interval that accounts for clustering by problem; null with fewer than two problems',
  )
const curve = z
  .array(intervalField.nullable())
  .describe('Share of problems solved for each n; null if undefined')

const calibrationFields = {
  auc: intervalField
    .nullable()
    .describe('Area under the ROC curve; null if all outcomes are equal'),
  error: intervalField
    .nullable()
    .describe('Expected calibration error over ten bins; null if scores are not probabilities'),
  bins: z.array(
    z.object({
      from: z.number().describe('Lower bound of the bin'),
      to: z.number().describe('Upper bound of the bin'),
      count: z.number().describe('Outcomes in the bin'),
      predicted: z.number().describe('Mean score'),
      observed: intervalField.describe('Share that is correct'),
    }),
  ),
}

const stepExcerptFields = {
  solution: idField,
  problem: z.string().describe('Start of the problem statement'),
  step: z.number().describe('Step index, from 0'),
  text: z.string().describe('Start of the step text'),
}

const armsField = z
  .object({
    visible: intervalField.nullable().describe('With the reference answer'),
    hidden: intervalField.nullable().describe('Without the reference answer'),
    difference: intervalField.nullable().describe('`hidden` minus `visible`'),
    observations: z
      .object({ visible: z.number(), hidden: z.number() })
      .describe('Observations in each arm'),
  })
  .describe('Values are null without observations')

export const hiddenReferenceField = z.object({
  annotations: z
    .object({ visible: z.number(), hidden: z.number() })
    .describe('Annotations assigned to each arm'),
  problems: z.number(),
  people: z.number(),
  errorRate: armsField.describe('Finished annotations that found an error'),
  firstError: armsField.describe('Step of the first error, from 1'),
  errorRateOnWrong: armsField.describe('Error rate on solutions with a wrong answer'),
  errorRateOnCorrect: armsField.describe('Error rate on solutions with a correct answer'),
  exactOnGold: armsField.describe('Exact matches on gold'),
  secondsPerStep: armsField.describe('Active time per step read'),
})
export type HiddenReferenceResult = z.output<typeof hiddenReferenceField>

export const evaluationResultField = z.object({
  solutions: z.number(),
  graded: z.number().describe('Solutions with a correct or wrong verdict'),
  scored: z.number().describe('Solutions with a ranking score'),
  annotations: z.number().describe('Submitted annotations without gold and screening'),
  bestOf: z
    .object({
      problems: z.number().describe('Problems with at least two graded solutions'),
      samples: z.number().describe('Graded solutions'),
      unanswered: z.number().describe('Solutions without an answer, counted as failures'),
      n: z.array(z.number()).describe('Subset sizes'),
      prmProduct: curve.describe('Selected by the product of step scores'),
      prmMinimum: curve.describe('Selected by the lowest step score'),
      score: curve.describe('Selected by the ranking score'),
      majority: curve.describe('Selected by majority vote'),
      pass: curve.describe('Any solution is correct (pass@n)'),
      scoreMinusMajority: intervalField
        .nullable()
        .describe('Ranking score minus majority vote at the largest n, paired by problem'),
      sampledProblems: z
        .number()
        .describe('Problems whose majority vote was estimated from random subsets'),
    })
    .nullable()
    .describe('Null if no problem has two graded solutions'),
  solutionCalibration: z
    .object({ solutions: z.number(), ...calibrationFields })
    .nullable()
    .describe('Solution scores against the verdict on the answer'),
  stepCalibration: z
    .object({
      steps: z.number().describe('Ratings compared; a step rated by two annotators counts twice'),
      ...calibrationFields,
    })
    .nullable()
    .describe('P(correct) of steps against ratings'),
  yields: z.array(
    z.object({
      round: z.number().describe('0: no round'),
      slice: z.string().describe('Slice of the queue, or `imported`'),
      annotations: z.number(),
      problems: z.number(),
      stepsRead: z.number().describe('Up to the first error of each annotation'),
      errors: z.number().describe('Annotations with an error'),
      errorsPer100Steps: intervalField.nullable().describe('Null if no step was read'),
    }),
  ),
  versions: z
    .array(
      z.object({
        version: z.number(),
        solutions: z.number(),
        steps: z.number().describe('Rated steps in the training set'),
        metrics: scorerMetricsField,
      }),
    )
    .describe('Versions of the embedded scorer, oldest first'),
  disagreementsByRound: z
    .array(
      z.object({
        round: z.number(),
        steps: z.number().describe('Rated steps with a score'),
        problems: z.number(),
        confidentCorrectRatedNegative: z
          .number()
          .describe('P(correct) at least 0.9, rated negative'),
        confidentWrongRatedPositive: z.number().describe('P(correct) at most 0.1, rated positive'),
        share: intervalField.nullable().describe('Share of steps; null below 20 steps'),
        trainingSteps: z.number().describe('Steps whose ratings the scorer was trained on'),
      }),
    )
    .describe('Disagreements between a confident scorer and annotators, by round'),
  disagreementSteps: z
    .array(
      z.object({
        ...stepExcerptFields,
        round: z.number().describe('0: no round'),
        score: z.number().describe('P(correct)'),
        rating: z.number(),
      }),
    )
    .describe('Most confident scores first'),
  hints: z
    .array(
      z.object({
        ...stepExcerptFields,
        description: z.string().describe('What does not add up; formulas between dollar signs'),
        rating: z.number().nullable().describe('Null: unrated'),
      }),
    )
    .describe(
      'Steps with wrong arithmetic, or that contradict an earlier step, and that no one rated negative; rated steps first',
    ),
  hintedSteps: z.number().describe('Number of such steps'),
  hintedSolutions: z.number().describe('Solutions checked for hints'),
  hiddenReference: hiddenReferenceField
    .nullable()
    .default(null)
    .describe(
      'Annotations with and without the reference answer; null without a hidden-reference arm',
    ),
})
export type EvaluationResult = z.output<typeof evaluationResultField>

/** Imported scores, or the id of a score run. */
const scoresField = z.union([z.literal('imported'), idField])

const optionFields = {
  scores: scoresField.default('imported').describe('`imported` or the id of a score run'),
  aggregation: z
    .enum(aggregations)
    .default('product')
    .describe('How step scores become a solution score'),
  neutral: z.enum(neutralTreatments).default('positive').describe('How neutral counts'),
}
export const evaluationOptionsField = z.object(optionFields)
export type EvaluationOptions = z.output<typeof evaluationOptionsField>

const scorerFields = {
  scorerName: z.string().nullable().describe('Scorer of the run; null for imported scores'),
  kind: z.enum(scorerKinds).nullable().describe('Its kind; null for imported scores'),
}

const evaluationReply = z.object({
  evaluation: idField,
  state: z.enum(scoreJobStates),
  waitingFor: waitingForField,
  options: evaluationOptionsField,
  run: z.number().nullable().describe('Number of the score run; null for imported scores'),
  model: z.string().nullable().describe('Model of the score run; null for imported scores'),
  ...scorerFields,
  version: z
    .number()
    .nullable()
    .describe(
      'Version of the embedded scorer, which was trained on ratings of this project; null for other scores',
    ),
  result: evaluationResultField.nullable().describe('Null until done, and in lists'),
  isOutdated: z
    .boolean()
    .nullable()
    .describe('Whether annotations, scores or verdicts have changed since; null in lists'),
  readRows: z.number().describe('Rows read so far'),
  allRows: z.number().nullable().describe('Rows to read; null until it starts'),
  message: z.string().nullable().describe('Why it failed or was cancelled'),
  by: z.string().describe('Name of the person who started it'),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

/** Maximum number of running evaluations per project. */
export const maxRunningEvaluations = 10

const evaluationParams = { project: projectSlugField, evaluation: idField }

export const startEvaluationContract = defineContract({
  name: 'startEvaluation',
  method: 'post',
  path: '/projects/{project}/evaluations',
  summary: 'Start an evaluation, or return the running one with the same options',
  input: z.strictObject({
    project: projectSlugField,
    ...optionFields,
    onlyIfOutdated: onlyIfOutdatedField,
  }),
  reply: evaluationReply,
})

export const cancelEvaluationContract = defineContract({
  name: 'cancelEvaluation',
  method: 'post',
  path: '/projects/{project}/evaluations/{evaluation}/cancel',
  summary: 'Cancel a running evaluation',
  input: z.strictObject(evaluationParams),
  reply: evaluationReply,
})

export const getEvaluationContract = defineContract({
  name: 'getEvaluation',
  method: 'get',
  path: '/projects/{project}/evaluations/{evaluation}',
  summary: 'Get an evaluation with its progress and result',
  input: z.strictObject(evaluationParams),
  reply: evaluationReply,
})

export const listEvaluationsContract = defineContract({
  name: 'listEvaluations',
  method: 'get',
  path: '/projects/{project}/evaluations',
  summary: 'List the newest 20 evaluations without results',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    evaluations: z.array(evaluationReply),
    sources: z
      .array(
        z.object({
          scores: z.string().describe('Value for `startEvaluation`'),
          run: z.number().nullable(),
          model: z.string().nullable(),
          ...scorerFields,
          version: z.number().nullable().describe('Version of the embedded scorer'),
          scope: z.enum(scoreRunScopes).nullable().describe('Which solutions the run scored'),
          solutions: z
            .number()
            .describe('Solutions with these scores; imported ones are counted up to 10,001'),
        }),
      )
      .describe('Available scores: imported, then score runs, newest first'),
  }),
})
