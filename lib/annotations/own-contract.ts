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
  summary: 'What you labelled in a project, what came back to you, and your pace',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    foundError: z.number(),
    noError: z.number(),
    givenUp: z.number(),
    badProblem: z.number(),
    doneToday: z.number(),
    /** Annotations that were sent back: the queue serves them before anything else. Oldest first. */
    returned: z.array(
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
    paceBefore: paceField,
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
  .regex(
    /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'is not what a page of this list gave',
  )

export const listOwnAnnotationsContract = defineContract({
  name: 'listOwnAnnotations',
  method: 'get',
  path: '/projects/{project}/own/annotations',
  summary: 'The annotations that you submitted, newest first',
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

const setText = z.object({ text: typesetField, source: z.string() })
const notesField = z.array(z.object({ kind: z.enum(noteKinds), text: z.string() }))

export const getOwnAnnotationContract = defineContract({
  name: 'getOwnAnnotation',
  method: 'get',
  path: '/projects/{project}/own/annotations/{annotation}',
  summary: 'One annotation that you submitted, as you left it',
  input: z.strictObject({ project: projectField, annotation: idField }),
  reply: z.object({
    id: idField,
    submittedAt: z.iso.datetime(),
    finishReason: z.enum(finishReasons),
    finishNote: z.string().nullable(),
    problem: setText,
    steps: z.array(
      z.object({
        /** Null in the step-choice flow, where the path is what was chosen. */
        text: setText.nullable(),
        /** Null is unrated. */
        rating: ratingField.nullable(),
        notes: notesField,
        /** Alternatives at the first error; in the step-choice flow every option. */
        options: z.array(
          z.object({
            text: setText,
            rating: ratingField.nullable(),
            isChosen: z.boolean(),
            notes: notesField,
          }),
        ),
        /** Your own option, where none was positive. */
        written: setText.extend({ isFlagged: z.boolean() }).nullable(),
      }),
    ),
    /** Of the first error. */
    explanation: setText.nullable(),
    progress: z.enum(progressLevels).nullable(),
    /** Kinds of error, in words. */
    tags: z.array(z.string()),
    rated: z.number(),
    activeMs: z.number(),
    canReopen: z.boolean(),
  }),
})
