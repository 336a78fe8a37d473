import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField } from '@/lib/platform/fields'
import { roundPolicyField, slicePolicyField } from './policy'

export const roundStates = [
  'planning',
  'planned',
  'opening',
  'open',
  'closed',
  'failed',
  'cancelled',
] as const

/** Why a solution is not in a round, in the order in which it is asked. */
export const leftOutReasons = [
  'no-steps',
  'other-flow',
  'gold',
  'taken-out',
  'labelled',
  'begun',
  'held-out',
  'same-text',
  'unsettled-answer',
  'not-asked-for',
  'no-score',
  'per-problem-cap',
  'beyond-size',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Items of a planned round that are shown. */
export const plannedHead = 50
/** Solutions that stand for each reason. */
export const leftOutExamples = 20

const itemReply = z.object({
  solution: idField,
  externalId: z.string().nullable(),
  problem: z.string(),
  answer: z.string().nullable(),
  truth: z.string().nullable(),
  slice: slicePolicyField,
  reason: z.string(),
  score: z.number().nullable(),
  verdict: z.enum(['correct', 'wrong', 'unsure']),
  steps: z.number(),
  wanted: z.number().describe('People who label it'),
  selectionProbability: z.number(),
})

export const roundOutcomeField = z.object({
  solutions: z.number().describe('All of the project'),
  queued: z.number(),
  annotations: z.number().describe('Queued solutions times the people of each'),
  steps: z.number().describe('Of queued solutions'),
  slices: z
    .array(
      z.object({
        slice: slicePolicyField,
        queued: z.number(),
        found: z
          .number()
          .nullable()
          .default(null)
          .describe('Open solutions that it would take at all; null: not counted'),
      }),
    )
    .describe('All that the policy asks for, also those that got nothing'),
  scored: z
    .object({
      whole: z.number().describe('One number came for the solution, which is taken as it is'),
      bySteps: z.number(),
    })
    .nullable()
    .default(null)
    .describe('Solutions with a score, by what it is made of; null: not counted'),
  leftOut: z.array(
    z.object({
      reason: z.enum(leftOutReasons),
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
        .describe('Of each example, as the selection saw it'),
    }),
  ),
  /** Items of earlier rounds that were begun and stay until they are done. */
  kept: z.number(),
  /** Items of earlier rounds that nobody has begun: they go. */
  dropped: z.number(),
  head: z.array(itemReply),
})
export type RoundOutcome = z.output<typeof roundOutcomeField>

const roundReply = z.object({
  round: idField,
  number: z.number().nullable(),
  state: z.enum(roundStates),
  policy: roundPolicyField,
  scores: z
    .object({ run: z.number(), model: z.string() })
    .nullable()
    .describe(
      'The score run that the scores are of; null: they came with the data, or there are none',
    ),
  outcome: roundOutcomeField.nullable().describe('Null until it is planned'),
  secondsPerStep: z
    .number()
    .nullable()
    .describe('Median time at work on a step here, to reckon with; null: too few annotations'),
  readRows: z.number(),
  allRows: z.number().nullable(),
  message: z.string().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  openedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
})

const oneRound = { project: projectField, round: idField }

export const planRoundContract = defineContract({
  name: 'planRound',
  method: 'post',
  path: '/projects/{project}/rounds',
  summary: 'Work out what a round would select, and why; nothing changes yet',
  input: z.strictObject({ project: projectField, policy: roundPolicyField.prefault({}) }),
  reply: roundReply,
})

export const openRoundContract = defineContract({
  name: 'openRound',
  method: 'post',
  path: '/projects/{project}/rounds/{round}/open',
  summary:
    'Freeze the scores and put the selection into the queue, in place of the round before; labels are not touched',
  input: z.strictObject(oneRound),
  reply: roundReply,
})

export const closeRoundContract = defineContract({
  name: 'closeRound',
  method: 'post',
  path: '/projects/{project}/rounds/{round}/close',
  summary: 'Take what nobody has begun out of the queue; what is begun stays until it is done',
  input: z.strictObject(oneRound),
  reply: roundReply,
})

export const cancelRoundContract = defineContract({
  name: 'cancelRound',
  method: 'post',
  path: '/projects/{project}/rounds/{round}/cancel',
  summary: 'Drop a plan, or end an opening that is not done: nothing of it stays',
  input: z.strictObject(oneRound),
  reply: roundReply,
})

export const getRoundContract = defineContract({
  name: 'getRound',
  method: 'get',
  path: '/projects/{project}/rounds/{round}',
  summary: 'What a round selects, leaves out and why',
  input: z.strictObject(oneRound),
  reply: roundReply,
})

/** Rounds that are listed, the plan that waits among them. */
export const listedRounds = 50
/** Plans that came to nothing. */
export const listedEnded = 10

export const listRoundsContract = defineContract({
  name: 'listRounds',
  method: 'get',
  path: '/projects/{project}/rounds',
  summary: `Rounds, newest first, at most ${listedRounds}, and the last ${listedEnded} plans that came to nothing; without their heads`,
  input: z.strictObject({
    project: projectField,
    number: z.coerce
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('The round of this number alone, however old it is'),
  }),
  reply: z.object({ rounds: z.array(roundReply) }),
})

/** Points that a line of the yield has at most. */
export const yieldPoints = 100

const rateField = z.object({
  perHundred: z.number(),
  low: z.number().nullable().describe('95 % interval by bootstrap over problems; null: too few'),
  high: z.number().nullable(),
})

export const getRoundYieldContract = defineContract({
  name: 'getRoundYield',
  method: 'get',
  path: '/projects/{project}/rounds/{round}/yield',
  summary: 'Errors found per 100 steps read, by slice, as the round was labelled',
  input: z.strictObject(oneRound),
  reply: z.object({
    annotations: z.number(),
    slices: z.array(
      z.object({
        slice: slicePolicyField,
        queued: z.number(),
        labelled: z.number().describe('Annotations submitted'),
        open: z.number(),
        stepsRead: z.number(),
        errors: z.number(),
        rate: rateField.nullable().describe('Null: no step read'),
        line: z
          .array(rateField.extend({ annotations: z.number() }))
          .describe('After so many annotations of the round'),
        isUnderRandom: z
          .boolean()
          .describe('Finds fewer errors than the random slice, over 100 annotations at least'),
      }),
    ),
  }),
})
