import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField } from '@/lib/platform/fields'

/** `none`: nobody is screened here, or not in this role. */
export const standings = ['none', 'due', 'screening', 'failed', 'admitted'] as const

const attemptReply = z.object({
  /** From 1. */
  number: z.number(),
  state: z.enum(['running', 'passed', 'failed']),
  items: z.number(),
  answered: z.number(),
  /** How many are to be answered exactly. */
  needed: z.number(),
  /** How many were; null until it has ended. */
  exact: z.number().nullable(),
  activeMs: z.number().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

export const getOwnScreeningContract = defineContract({
  name: 'getOwnScreening',
  method: 'get',
  path: '/projects/{project}/screening',
  summary: 'Whether you pass a screening before you label, and how yours went',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    standing: z.enum(standings),
    /** The next one's. */
    items: z.number(),
    needed: z.number(),
    /** The last one; null: you have not begun any. */
    attempt: attemptReply.nullable(),
  }),
})

export const startScreeningContract = defineContract({
  name: 'startScreening',
  method: 'post',
  path: '/projects/{project}/screening',
  summary: 'Begin the screening: its solutions are what you are served next',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ number: z.number(), items: z.number(), needed: z.number() }),
})

export const listScreeningsContract = defineContract({
  name: 'listScreenings',
  method: 'get',
  path: '/projects/{project}/screenings',
  summary: 'Who is screened, how it went, and what was decided about it',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    /** Whether new annotators are screened at present. */
    screens: z.boolean(),
    people: z.array(
      z.object({
        user: idField,
        name: z.string(),
        standing: z.enum(standings),
        attempts: z.array(attemptReply),
        rulings: z.array(
          z.object({
            kind: z.enum(['admitted', 'another_try']),
            note: z.string(),
            by: z.string(),
            at: z.iso.datetime(),
          }),
        ),
      }),
    ),
  }),
})

export const ruleOnScreeningContract = defineContract({
  name: 'ruleOnScreening',
  method: 'post',
  path: '/projects/{project}/screenings/{user}',
  summary: 'Let an annotator in without a pass, or let them try once more, and say why',
  input: z.strictObject({
    project: projectField,
    user: idField,
    kind: z.enum(['admitted', 'another_try']),
    note: filledTextField(1_000),
  }),
  reply: z.object({ user: idField, standing: z.enum(['admitted', 'due']) }),
})
