import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField } from '@/lib/platform/fields'
import { measureField } from '@/lib/review/agreement/report'

/** Days that are counted, today among them. */
export const dashboardDays = 28

/** First errors stand by step, from 1; those at this one and later stand together. */
export const lastErrorStep = 10

/** People who are named. */
export const namedAtWork = 8

const interval = { mean: z.number(), low: z.number(), high: z.number() }

export const getDashboardContract = defineContract({
  name: 'getDashboard',
  method: 'get',
  path: '/projects/{project}/dashboard',
  summary:
    'What happens in a project: labels a day, where first errors stand, who is working, and how well people agree',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    /** UTC, oldest first, today last. Of work alone, without gold, screening and what came with data. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        annotations: z.number(),
        /** Ratings of steps. */
        negative: z.number(),
        neutral: z.number(),
        positive: z.number(),
      }),
    ),
    /** Of the annotations of these days that found one, by step from 1; the last is that step and all later ones. */
    firstErrors: z.array(z.number()),
    working: z.object({
      /** With a solution in hand, and how many solutions are held. */
      atWork: z.number(),
      leases: z.number(),
      /** Who has a solution in hand, is paused, or submitted something today; the first ones of them. */
      people: z.array(
        z.object({
          user: idField,
          name: z.string(),
          pausedAt: z.iso.datetime().nullable(),
          /** The step that is to be rated next, from 1, of how many; null: nothing in hand. */
          now: z
            .object({ step: z.number(), steps: z.number(), isScreening: z.boolean() })
            .nullable(),
          lastSubmittedAt: z.iso.datetime().nullable(),
          doneToday: z.number(),
          /** Time at work today over the steps that were rated in it. */
          msPerStep: z.number().nullable(),
          /** The share of gold that is answered exactly, with the middle 95 % of what is believed; null: no gold yet. */
          gold: z.object({ answers: z.number(), ...interval }).nullable(),
        }),
      ),
      /** All of them. */
      count: z.number(),
    }),
    /** Who is surely under this share of gold is paused; null: nobody is. */
    pauseUnder: z.number().nullable(),
    /** As it was last worked out over all labels; null: it never was. */
    agreement: z
      .object({
        asOf: z.iso.datetime(),
        /** How old it has grown: annotations that came since, and such that it counts and that were taken back. */
        newAnnotations: z.number(),
        takenBack: z.number(),
        doublyLabelled: z.number(),
        firstErrorExact: measureField,
        weeks: z.array(
          z.object({ week: z.iso.date(), solutions: z.number(), exact: measureField }),
        ),
      })
      .nullable(),
  }),
})
