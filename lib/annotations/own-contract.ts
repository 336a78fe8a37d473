import { finishReasons, noteKinds, progressLevels } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { ratingField } from './state-fields'

/** How many days one's pace is drawn for, today among them; days begin at midnight UTC. */
export const paceDays = 14

/** Medians over one's own annotations; null where there are none to take it from. */
const paceField = z.object({
  annotations: z.number(),
  /** Milliseconds at work, idle time left out. */
  medianAnnotationMs: z.number().nullable(),
  medianStepMs: z.number().nullable(),
})

export const getOwnWorkContract = defineContract({
  name: 'getOwnWork',
  method: 'get',
  path: '/projects/{project}/own',
  summary: 'Get your own counts, rework and pace',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    foundError: z.number(),
    noError: z.number(),
    givenUp: z.number(),
    badProblem: z.number(),
    doneToday: z.number(),
    /** Annotations that were sent back: the queue serves them before anything else. Oldest first. */
    rework: z.array(
      z.object({
        solution: idField,
        /** Its beginning. */
        problem: z.string(),
        note: z.string(),
        returnedAt: z.iso.datetime(),
      }),
    ),
    days: z.array(z.object({ day: z.iso.date(), annotations: z.number(), steps: z.number() })),
    /** Of the days drawn, and of everything before them. */
    pace: paceField,
    previousPace: paceField,
  }),
})

/** `finish` and `flagged` leave out what does not match. */
const filterFields = {
  finish: z.enum(finishReasons).optional(),
  flagged: z.enum(['yes', 'no']).optional(),
}

/** Where a page ended: microseconds since 1970 and the annotation's id. */
export const ownCursorField = z
  .string()
  .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a cursor of this list')

export const listOwnAnnotationsContract = defineContract({
  name: 'listOwnAnnotations',
  method: 'get',
  path: '/projects/{project}/own/annotations',
  summary: 'List your submitted annotations, newest first',
  input: z.strictObject({
    project: projectField,
    ...filterFields,
    after: ownCursorField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(30),
  }),
  reply: z.object({
    /** All that match, on however many pages. */
    count: z.number(),
    annotations: z.array(
      z.object({
        id: idField,
        submittedAt: z.iso.datetime(),
        /** Its beginning. */
        problem: z.string(),
        finishReason: z.enum(finishReasons),
        steps: z.number(),
        rated: z.number(),
        activeMs: z.number(),
        /** Steps and options flagged unsure. */
        flags: z.number(),
        /** Comments, and reports of bad splits. */
        comments: z.number(),
        canReopen: z.boolean(),
      }),
    ),
    /** What to send as `after` for the next page; null on the last. */
    next: z.string().nullable(),
  }),
})

const textReply = z.object({ text: typesetField, source: z.string() })
const notesField = z.array(z.object({ kind: z.enum(noteKinds), text: z.string() }))

export const getOwnAnnotationContract = defineContract({
  name: 'getOwnAnnotation',
  method: 'get',
  path: '/projects/{project}/own/annotations/{annotation}',
  summary: 'Get one of your submitted annotations',
  input: z.strictObject({ project: projectField, annotation: idField }),
  reply: z.object({
    id: idField,
    submittedAt: z.iso.datetime(),
    finishReason: z.enum(finishReasons),
    finishNote: z.string().nullable(),
    problem: textReply,
    steps: z.array(
      z.object({
        /** Null in the step-choice flow, where the path is what was chosen. */
        text: textReply.nullable(),
        /** Null is unrated. */
        rating: ratingField.nullable(),
        notes: notesField,
        /** Alternatives at the first error; in the step-choice flow every option. */
        options: z.array(
          z.object({
            text: textReply,
            rating: ratingField.nullable(),
            isChosen: z.boolean(),
            notes: notesField,
          }),
        ),
        /** Your own option, where none was positive. */
        humanOption: textReply.extend({ isFlagged: z.boolean() }).nullable(),
      }),
    ),
    /** Of the first error. */
    explanation: textReply.nullable(),
    progress: z.enum(progressLevels).nullable(),
    /** Kinds of error, in words. */
    tags: z.array(z.string()),
    rated: z.number(),
    activeMs: z.number(),
    canReopen: z.boolean(),
  }),
})
