import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { dayField, idField, projectField } from '@/lib/platform/fields'
import { roles } from '@/lib/projects/contract'

export const answerScores = ['exact', 'near', 'verdict', 'missed', 'false_alarm'] as const

const countsField = z.object({ answers: z.number(), exact: z.number() })

/** What answers to gold, served among work, say of a person. */
export const goldRecordField = z.object({
  ...countsField.shape,
  near: z.number(),
  verdict: z.number(),
  missed: z.number(),
  falseAlarm: z.number(),
  /** The share that is exact: prior Beta(1, 1), with the middle 95 % of what is believed after the answers. */
  posterior: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  /** The last 20, and those before; the probability that they are worse, null where there are too few to say. */
  recent: countsField,
  before: countsField,
  worseProbability: z.number().nullable(),
  isDrifting: z.boolean(),
  /** As the rule of the pause counts: since the last pause, and the probability of being under the threshold. */
  counted: countsField,
  underProbability: z.number().nullable().describe('Null: the project pauses nobody'),
})

/** How a person works. Times are active, with idle time left out; medians are of the last 500 annotations. */
const workField = z.object({
  annotations: z.number(),
  givenUp: z.number(),
  badProblem: z.number(),
  /** Annotations with at least one flag. */
  flagged: z.number(),
  skips: z.number(),
  activeMs: z.number(),
  medianStepMs: z.number().nullable(),
  /** Annotations of the last 500 that were too fast to have been read, of those that can be judged. */
  tooFast: z.number(),
  timed: z.number(),
})

const personField = z.object({
  user: idField,
  name: z.string(),
  role: z.enum(roles),
  isDisabled: z.boolean(),
  pausedAt: z.iso.datetime().nullable(),
  work: workField,
  gold: goldRecordField,
})

export const listPeopleContract = defineContract({
  name: 'listPeople',
  method: 'get',
  path: '/projects/{project}/people',
  summary: 'How each person of a project works, and how they answer gold',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    /** Who is surely under this share of exact answers is paused; null: nobody is. */
    pauseUnder: z.number().nullable(),
    people: z.array(personField),
  }),
})

const matrixField = z
  .array(z.array(z.number()))
  .describe('By what is known, then by what was given, each in the order -1, 0, +1')

const pauseField = z.object({
  pause: idField,
  startedAt: z.iso.datetime(),
  /** Null: the rule. */
  by: z.string().nullable(),
  message: z.string(),
  answers: z.number().nullable(),
  exact: z.number().nullable(),
  threshold: z.number().nullable(),
  probability: z.number().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  ruling: z.string().nullable(),
  returned: z.number().nullable(),
  returnedSince: z.iso.datetime().nullable(),
})

export const getPersonContract = defineContract({
  name: 'getPerson',
  method: 'get',
  path: '/projects/{project}/people/{user}',
  summary: 'How one person works: against gold and rulings, over time, and their pauses',
  input: z.strictObject({ project: projectField, user: idField }),
  reply: z.object({
    pauseUnder: z.number().nullable(),
    person: personField,
    confusion: z.object({ gold: matrixField, rulings: matrixField }),
    /** Answers to gold, oldest first, the last 500. */
    answers: z.array(
      z.object({
        solution: idField,
        submittedAt: z.iso.datetime(),
        score: z.enum(answerScores),
        /** Steps, from 0. */
        firstErrors: z.array(z.number()),
        given: z.number().nullable(),
        activeMs: z.number(),
      }),
    ),
    /** The last 14 days, UTC. */
    days: z.array(z.object({ day: z.iso.date(), activeMs: z.number(), annotations: z.number() })),
    /** Newest first. */
    pauses: z.array(pauseField),
    /** Since when their answers are worse than before; null without answers. */
    driftBegan: z.iso.datetime().nullable(),
  }),
})

export const listTimeContract = defineContract({
  name: 'listTime',
  method: 'get',
  path: '/projects/{project}/time',
  summary: 'Active time of each person on each day (UTC), as CSV',
  sends: 'lines',
  input: z.strictObject({
    project: projectField,
    /** The first and the last day. */
    from: dayField.optional(),
    to: dayField.optional(),
  }),
  reply: z.object({
    project: z.string(),
    person: z.string(),
    email: z.string(),
    day: z.iso.date(),
    active_ms: z.number(),
    active_hours: z.number(),
    annotations: z.number().describe('That were submitted on that day and still are'),
  }),
})

const knownField = z.object({
  annotation: idField,
  submittedAt: z.iso.datetime(),
  /** Its beginning. */
  problem: z.string(),
  score: z.enum(answerScores),
  finishReason: z.enum(finishReasons),
  given: z.number().nullable(),
  firstErrors: z.array(z.number()),
  explanation: z.string().nullable(),
})

export const getOwnPerformanceContract = defineContract({
  name: 'getOwnPerformance',
  method: 'get',
  path: '/projects/{project}/own/performance',
  summary:
    'How you work; where the project explains gold, how you answered it, as far as it was explained',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    work: workField,
    /** While you are paused: what you are told. */
    pause: z.object({ since: z.iso.datetime(), message: z.string() }).nullable(),
    /** Null where the project does not explain gold: nothing then says which solutions were gold. */
    gold: z
      .object({
        ...countsField.shape,
        posterior: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
        /** What was not exact, newest first, at most 50. */
        mistakes: z.array(knownField),
      })
      .nullable(),
  }),
})

export const explainGoldContract = defineContract({
  name: 'explainGold',
  method: 'post',
  path: '/projects/{project}/own/explanations',
  summary:
    'What was known of the gold that you answered since you last asked, as far as it cannot be opened again; none where the project does not explain gold',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ explained: z.array(knownField) }),
})
