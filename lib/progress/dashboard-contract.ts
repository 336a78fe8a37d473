import { agreementMeasureField } from '@/lib/agreement/agreement-report'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectSlugField } from '@/lib/platform/fields'

/** Days in the charts, including today. */
export const dashboardDayCount = 28

/** First errors at this step or later are counted together. Steps from 1. */
export const lastErrorStepInChart = 10

/** Maximum number of people listed by name. */
export const maxListedActivePeople = 8

const interval = { mean: z.number(), low: z.number(), high: z.number() }

export const getDashboardContract = defineContract({
  name: 'getDashboard',
  method: 'get',
  path: '/projects/{project}/dashboard',
  summary: 'Get the dashboard: daily ratings, first errors, active people and agreement',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          annotations: z.number().describe('Submitted annotations'),
          negative: z.number().describe('Steps rated negative'),
          neutral: z.number(),
          positive: z.number(),
        }),
      )
      .describe('Last 28 days (UTC), oldest first, without gold, screening and imports'),
    firstErrors: z
      .array(z.number())
      .describe(
        'Annotations of these days by step of the first error, from 1; the last counts all later steps',
      ),
    active: z.object({
      annotators: z
        .number()
        .describe('People who are labelling: they have a leased solution and are not paused'),
      people: z
        .array(
          z.object({
            user: idField,
            name: z.string(),
            pausedAt: z.iso.datetime().nullable(),
            current: z
              .object({
                step: z.number().describe('Next step to rate, from 1'),
                steps: z.number(),
                isScreening: z.boolean(),
              })
              .nullable()
              .describe('Leased solution, not the prefetched one; null if none'),
            lastSubmittedAt: z.iso.datetime().nullable().describe('Today'),
            submittedToday: z
              .number()
              .nullable()
              .describe('Null for reviewers from whom names are hidden'),
            msPerStep: z.number().nullable().describe('Active time per rated step today'),
            gold: z
              .object({ answers: z.number(), ...interval })
              .nullable()
              .describe(
                'Exact match rate on gold with its 95% credible interval; null without gold answers',
              ),
          }),
        )
        .describe(
          'People who have a leased solution, are paused or submitted something today; at most 8. For reviewers from whom names are hidden, only paused people, and no times but the day of the pause',
        ),
      total: z.number().describe('Number of such people'),
      listsOnlyPaused: z
        .boolean()
        .describe('Only paused people are listed, because names are hidden from the caller'),
    }),
    pauseBelow: z
      .number()
      .nullable()
      .describe('Annotators below this exact match rate are paused; null: never'),
    agreement: z
      .object({
        asOf: z.iso.datetime(),
        isOutdated: z.boolean().describe('Whether annotations have changed since'),
        doublyLabelled: z.number().describe('Solutions with at least two annotations'),
        firstErrorExact: agreementMeasureField.describe('Same first error'),
        weeks: z
          .array(
            z.object({ week: z.iso.date(), solutions: z.number(), exact: agreementMeasureField }),
          )
          .describe('Same first error by week'),
      })
      .nullable()
      .describe('Newest agreement over all annotations; null if there is none'),
  }),
})
