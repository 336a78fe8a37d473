import { defineContract, z } from '@/lib/platform/contract'
import { nonBlankTextField, idField, projectSlugField } from '@/lib/platform/fields'

/** `none`: the project does not screen, or not members with this person's role. */
export const screeningStatuses = ['none', 'required', 'screening', 'failed', 'admitted'] as const

const attemptReply = z.object({
  /** From 1. */
  number: z.number(),
  state: z.enum(['running', 'passed', 'failed']),
  items: z.number(),
  answered: z.number(),
  /** Exact answers needed to pass. */
  needed: z.number(),
  /** Exact answers; null until the attempt has ended. */
  exact: z.number().nullable(),
  activeMs: z.number().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

export const getOwnScreeningContract = defineContract({
  name: 'getOwnScreening',
  method: 'get',
  path: '/projects/{project}/screening',
  summary: 'Get your screening status and last attempt',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    status: z.enum(screeningStatuses),
    /** Of the next attempt. */
    items: z.number(),
    needed: z.number(),
    /** The last attempt; null before the first. */
    attempt: attemptReply.nullable(),
  }),
})

export const startScreeningContract = defineContract({
  name: 'startScreening',
  method: 'post',
  path: '/projects/{project}/screening',
  summary: 'Start the screening. Its solutions are served next',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({ number: z.number(), items: z.number(), needed: z.number() }),
})

export const listScreeningsContract = defineContract({
  name: 'listScreenings',
  method: 'get',
  path: '/projects/{project}/screenings',
  summary: 'List screened annotators with attempts and decisions',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    /** Whether new annotators are screened. */
    screens: z.boolean(),
    people: z.array(
      z.object({
        user: idField,
        name: z.string(),
        status: z.enum(screeningStatuses),
        attempts: z.array(attemptReply),
        decisions: z.array(
          z.object({
            kind: z.enum(['admitted', 'another_attempt']),
            note: z.string(),
            by: z.string(),
            at: z.iso.datetime(),
          }),
        ),
      }),
    ),
  }),
})

export const decideScreeningContract = defineContract({
  name: 'decideScreening',
  method: 'post',
  path: '/projects/{project}/screenings/{user}',
  summary: 'Admit an annotator without a pass, or allow another attempt, with a note',
  input: z.strictObject({
    project: projectSlugField,
    user: idField,
    kind: z.enum(['admitted', 'another_attempt']),
    note: nonBlankTextField(1_000),
  }),
  reply: z.object({ user: idField, status: z.enum(['admitted', 'required']) }),
})
