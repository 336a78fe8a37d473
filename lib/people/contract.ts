import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import {
  dayField,
  hasOrderedDays,
  idField,
  projectSlugField,
  reversedDaysIssue,
} from '@/lib/platform/fields'
import { memberRoles } from '@/lib/projects/contract'
import { maxTimedAnnotations } from './speed'

export const goldAnswerScores = ['exact', 'near', 'verdict', 'missed', 'false_alarm'] as const

/** In the order of preference. */
export const withdrawalStartReasons = ['accuracy_drop', 'last_pause', 'first_submission'] as const

const countsField = z.object({ answers: z.number(), exact: z.number() })

/** Accuracy on gold in ordinary work. */
export const goldAccuracyField = z.object({
  ...countsField.shape,
  near: z.number(),
  verdict: z.number(),
  missed: z.number(),
  falseAlarm: z.number(),
  /** Share of exact answers: posterior with prior Beta(1, 1), and its central 95% interval. */
  posterior: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  /** The last 20 answers and those before, and the probability that the last ones are worse; null if too few. */
  recent: countsField,
  before: countsField,
  worseProbability: z.number().nullable(),
  isDrifting: z.boolean(),
  /** For the pause rule: answers since the end of the last pause, and the probability of being below the threshold. */
  counted: countsField,
  underProbability: z.number().nullable().describe('Null if the project pauses no one'),
})

/** Work of one annotator. Times are active times; medians are of the last `maxTimedAnnotations`. */
const workField = z.object({
  annotations: z.number(),
  gaveUp: z.number(),
  badProblem: z.number(),
  /** Annotations with at least one flag. */
  flagged: z.number(),
  skips: z.number(),
  activeMs: z.number(),
  medianStepMs: z.number().nullable(),
  /** Implausibly fast annotations, of `timed` that can be judged. */
  tooFast: z.number(),
  timed: z
    .number()
    .describe(`Annotations whose speed can be judged, among the last ${maxTimedAnnotations}`),
})
export type AnnotatorWorkStatistics = z.output<typeof workField>

const personField = z.object({
  user: idField,
  name: z.string(),
  role: z.enum(memberRoles),
  isDisabled: z.boolean(),
  pausedAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the pause started; for reviewers from whom names are hidden, the start of its day (UTC)',
    ),
  work: workField,
  gold: goldAccuracyField,
})

export const listPeopleContract = defineContract({
  name: 'listPeople',
  method: 'get',
  path: '/projects/{project}/people',
  summary: 'List the work and gold accuracy of all members',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    /** Annotators who are surely below this share of exact answers are paused; null if automatic pauses are off. */
    pauseBelow: z.number().nullable(),
    people: z.array(personField),
  }),
})

const matrixField = z
  .array(z.array(z.number()))
  .describe('Rows: reference rating, columns: given rating, each in the order -1, 0, +1')

const pauseField = z.object({
  pause: idField,
  startedAt: z.iso
    .datetime()
    .describe('For reviewers from whom names are hidden, the start of its day (UTC)'),
  /** Null if the pause rule paused them. */
  by: z.string().nullable(),
  message: z.string(),
  answers: z.number().nullable(),
  exact: z.number().nullable(),
  threshold: z.number().nullable(),
  probability: z.number().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  decision: z.string().nullable(),
  withdrawn: z.number().nullable(),
  withdrawnSince: z.iso.datetime().nullable(),
})

export const getPersonContract = defineContract({
  name: 'getPerson',
  method: 'get',
  path: '/projects/{project}/people/{user}',
  summary: 'Get the work of one member, compared with gold and adjudications, and their pauses',
  input: z.strictObject({ project: projectSlugField, user: idField }),
  reply: z.object({
    pauseBelow: z.number().nullable(),
    person: personField,
    confusion: z.object({ gold: matrixField, adjudications: matrixField }),
    /** The last 500 answers to gold, oldest first. */
    answers: z.array(
      z.object({
        solution: idField,
        /** The start of its week if `workPeriods` is by week. */
        submittedAt: z.iso.datetime(),
        score: z.enum(goldAnswerScores),
        /** 0-based. */
        firstErrors: z.array(z.number()),
        answer: z.number().nullable(),
        activeMs: z.number(),
      }),
    ),
    /**
     * Work by period, oldest first: the last 14 days, or the last 8 weeks for reviewers from whom names are hidden.
     * With days, they could match annotations to people by submission time. UTC; weeks start on Monday.
     */
    workPeriods: z.object({
      unit: z.enum(['day', 'week']),
      periods: z.array(
        z.object({ start: z.iso.date(), activeMs: z.number(), annotations: z.number() }),
      ),
    }),
    /** Newest first. */
    pauses: z.array(pauseField),
    withdrawalStart: z
      .object({
        at: z.iso.datetime().describe('UTC. The start of its week if `workPeriods` is by week'),
        reason: z
          .enum(withdrawalStartReasons)
          .describe(
            'A drop in accuracy or, if none was detected, the end of their last pause or their first submission',
          ),
      })
      .nullable()
      .describe(
        'Suggested start for withdrawing annotations; null if no answer counts for the pause rule',
      ),
  }),
})

export const listTimeSpentContract = defineContract({
  name: 'listTimeSpent',
  method: 'get',
  path: '/projects/{project}/time',
  summary: 'Download the active time of each member by day (UTC) as CSV',
  sends: 'lines',
  mediaTypes: ['text/csv'],
  input: z
    .strictObject({
      project: projectSlugField,
      /** The first and the last day. */
      from: dayField.optional(),
      to: dayField.optional(),
    })
    .refine(hasOrderedDays, reversedDaysIssue),
  reply: z.object({
    project: z.string(),
    person: z.string(),
    email: z.string(),
    day: z.iso.date(),
    active_ms: z.number(),
    active_hours: z.number(),
    annotations: z.number().describe('Annotations submitted on that day that are still submitted'),
  }),
})

const explainedAnswerField = z.object({
  annotation: idField,
  submittedAt: z.iso.datetime(),
  /** The beginning of its statement. */
  problem: z.string(),
  score: z.enum(goldAnswerScores),
  finishReason: z.enum(finishReasons),
  answer: z.number().nullable(),
  firstErrors: z.array(z.number()),
  explanation: z.string().nullable(),
})

export const getOwnPerformanceContract = defineContract({
  name: 'getOwnPerformance',
  method: 'get',
  path: '/projects/{project}/own/performance',
  summary: 'Get your own work and, if the project explains gold, your explained gold answers',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    work: workField,
    /** Null if you are not paused. */
    pause: z.object({ since: z.iso.datetime(), message: z.string() }).nullable(),
    /** Null if the project does not explain gold. */
    gold: z
      .object({
        ...countsField.shape,
        posterior: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
        /** The latest 50 answers that were not exact. */
        mistakes: z.array(explainedAnswerField),
      })
      .nullable(),
  }),
})

export const explainOwnGoldAnswersContract = defineContract({
  name: 'explainOwnGoldAnswers',
  method: 'post',
  path: '/projects/{project}/own/explanations',
  summary: 'Get new explanations of your gold answers that can no longer be reopened',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({ explained: z.array(explainedAnswerField) }),
})
