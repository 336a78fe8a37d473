import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectSlugField } from '@/lib/platform/fields'
import { scorerKinds } from '@/lib/scoring/contract'
import { roundPolicyField, slicePolicyNameField } from './policy'

export const roundStates = [
  'planning',
  'planned',
  'starting',
  'active',
  'closed',
  'failed',
  'cancelled',
] as const

/** Why a solution is not selected. The reasons up to `same-text` are checked in this order. */
export const notSelectedReasons = [
  'no-steps',
  'other-flow',
  'gold',
  'excluded',
  'labelled',
  'in-progress',
  'held-out',
  'same-text',
  'unsure-answer',
  'no-slice',
  'no-score',
  'per-problem-cap',
  'over-size',
] as const
export type NotSelectedReason = (typeof notSelectedReasons)[number]

/** Selected items that a round's reply includes. */
export const maxRoundItemsInReply = 50
/** Examples for each reason. */
export const maxExamplesPerReason = 20

const itemReply = z.object({
  solution: idField,
  externalId: z.string().nullable(),
  problem: z.string(),
  answer: z.string().nullable(),
  referenceAnswer: z.string().nullable(),
  slice: slicePolicyNameField,
  reason: z.string(),
  score: z.number().nullable(),
  verdict: z.enum(['correct', 'wrong', 'unsure']),
  steps: z.number(),
  slots: z.number().describe('Annotators per solution'),
  selectionProbability: z.number(),
})

export const roundOutcomeField = z.object({
  solutions: z.number().describe('All solutions of the project'),
  queued: z.number().describe('Selected solutions'),
  annotations: z.number().describe('Selected solutions times their annotators'),
  steps: z.number().describe('Steps of the selected solutions'),
  slices: z
    .array(
      z.object({
        slice: slicePolicyNameField,
        queued: z.number(),
        matching: z
          .number()
          .nullable()
          .default(null)
          .describe('Eligible solutions that match the slice. Null if not counted'),
      }),
    )
    .describe('Every slice of the policy, including empty ones'),
  scored: z
    .object({
      bySolution: z.number().describe('Solutions with a score of their own, used unchanged'),
      bySteps: z.number().describe('Solutions whose step scores are aggregated'),
    })
    .nullable()
    .default(null)
    .describe(
      'Scored solutions by the origin of their score. Null if not counted, or ranked without scores',
    ),
  notSelected: z.array(
    z.object({
      reason: z.enum(notSelectedReasons),
      solutions: z.number(),
      examples: z.array(idField),
      facts: z
        .array(
          z.object({
            verdict: z.enum(['correct', 'wrong', 'unsure']),
            score: z.number().nullable(),
          }),
        )
        .default([])
        .describe('Verdict and score of each example at selection time'),
    }),
  ),
  carriedOver: z
    .number()
    .describe('Items of earlier rounds in progress. They stay until they are finished'),
  removed: z.number().describe('Waiting items of earlier rounds. They leave the queue'),
  firstItems: z
    .array(itemReply)
    .describe(`The first ${maxRoundItemsInReply} selected solutions, in serving order`),
})
export type RoundOutcome = z.output<typeof roundOutcomeField>

const roundReply = z.object({
  round: idField,
  number: z.number().nullable(),
  state: z.enum(roundStates),
  waitingFor: waitingForField,
  policy: roundPolicyField,
  scores: z
    .object({
      run: z.number(),
      model: z.string(),
      scorerName: z.string(),
      kind: z.enum(scorerKinds),
      version: z.number().nullable(),
    })
    .nullable()
    .describe('The score run used for ranking. Null for imported scores or none'),
  outcome: roundOutcomeField.nullable().describe('Null until the round is planned'),
  secondsPerStep: z
    .number()
    .nullable()
    .describe('Median annotation time per step in this project. Null with too few annotations'),
  readRows: z.number().describe('Progress: solutions read so far'),
  allRows: z.number().nullable().describe('Progress: solutions to read'),
  message: z.string().nullable().describe('Why the round failed or was cancelled'),
  by: z.string(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
})

const roundParams = { project: projectSlugField, round: idField }

export const planRoundContract = defineContract({
  name: 'planRound',
  method: 'post',
  path: '/projects/{project}/rounds',
  summary: 'Plan a round: preview its selection without changing the queue',
  input: z.strictObject({ project: projectSlugField, policy: roundPolicyField.prefault({}) }),
  reply: roundReply,
})

export const startRoundContract = defineContract({
  name: 'startRound',
  method: 'post',
  path: '/projects/{project}/rounds/{round}/start',
  summary: 'Start a planned round: freeze its scores and replace the waiting items of the queue',
  input: z.strictObject(roundParams),
  reply: roundReply,
})

export const closeRoundContract = defineContract({
  name: 'closeRound',
  method: 'post',
  path: '/projects/{project}/rounds/{round}/close',
  summary: 'Close a round: remove its waiting items. Started items stay until they are finished',
  input: z.strictObject(roundParams),
  reply: roundReply,
})

export const cancelRoundContract = defineContract({
  name: 'cancelRound',
  method: 'post',
  path: '/projects/{project}/rounds/{round}/cancel',
  summary: 'Cancel a plan, or a start that is not finished, without changing the queue',
  input: z.strictObject(roundParams),
  reply: roundReply,
})

export const getRoundContract = defineContract({
  name: 'getRound',
  method: 'get',
  path: '/projects/{project}/rounds/{round}',
  summary: 'Get a round: its selection, and why other solutions are not selected',
  input: z.strictObject(roundParams),
  reply: roundReply,
})

/** Including the pending plan. */
export const maxListedRounds = 50
/** Failed and cancelled plans. */
export const maxListedEndedPlans = 10

export const listRoundsContract = defineContract({
  name: 'listRounds',
  method: 'get',
  path: '/projects/{project}/rounds',
  summary: `List the newest ${maxListedRounds} rounds and the last ${maxListedEndedPlans} failed or cancelled plans, without their first items`,
  input: z.strictObject({
    project: projectSlugField,
    number: z.coerce
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('Only the round with this number, of any age'),
  }),
  reply: z.object({ rounds: z.array(roundReply) }),
})

/** Maximum points of a slice's yield curve. */
export const maxYieldPoints = 100

const rateField = z.object({
  perHundred: z.number().describe('Errors found per 100 steps read'),
  low: z
    .number()
    .nullable()
    .describe('95% confidence interval, with problems as blocks. Null below 10 problems'),
  high: z.number().nullable(),
})

export const getRoundYieldContract = defineContract({
  name: 'getRoundYield',
  method: 'get',
  path: '/projects/{project}/rounds/{round}/yield',
  summary: 'Get the yield of a round: errors found per 100 steps read, by slice',
  input: z.strictObject(roundParams),
  reply: z.object({
    solutions: z
      .number()
      .describe(
        'Solutions of the round, without those that became gold or were excluded before anyone started them',
      ),
    annotations: z.number().describe('Submitted annotations of the round'),
    needed: z
      .number()
      .describe('Annotations that complete the round. Solutions that became gold need none'),
    slices: z.array(
      z.object({
        slice: slicePolicyNameField,
        queued: z.number(),
        annotations: z.number().describe('Submitted annotations'),
        waiting: z.number().describe('Solutions with free slots'),
        stepsRead: z.number(),
        errors: z.number(),
        rate: rateField.nullable().describe('Null below 20 annotations'),
        line: z
          .array(rateField.extend({ annotations: z.number() }))
          .describe('The rate after each number of annotations of the slice'),
        isBelowRandom: z
          .boolean()
          .describe(
            'Its yield is below that of the random sample, and both have at least 100 annotations',
          ),
      }),
    ),
  }),
})
