import { finishReasons, noteKinds, solutionProgressLevels } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectSlugField } from '@/lib/platform/fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { ratingField } from './state-fields'
import { stepOnPageField, stepPageFields } from './step-page'

/** Medians over your newest annotations; null without any. The step time of an annotation is the median of its steps. */
const paceField = z.object({
  annotations: z.number(),
  /** Active time in milliseconds. */
  medianAnnotationMs: z.number().nullable(),
  medianStepMs: z.number().nullable(),
})

export const getOwnWorkContract = defineContract({
  name: 'getOwnWork',
  method: 'get',
  path: '/projects/{project}/own',
  summary: 'Get your own counts, rework and pace',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    foundError: z.number(),
    noError: z.number(),
    givenUp: z.number(),
    badProblem: z.number(),
    doneToday: z.number(),
    /** Annotations that were returned, oldest first. The queue serves them before new work. */
    rework: z.array(
      z.object({
        solution: idField,
        /** First characters of the problem. */
        problem: z.string(),
        note: z.string(),
        returnedAt: z.iso.datetime(),
      }),
    ),
    days: z.array(z.object({ day: z.iso.date(), annotations: z.number(), steps: z.number() })),
    /** For the last `paceChartDays` days; `previousPace` for all earlier ones. */
    pace: paceField,
    previousPace: paceField,
  }),
})

/** Filters of the list. */
const filterFields = {
  finish: z.enum(finishReasons).optional(),
  flagged: z.enum(['yes', 'no']).optional(),
}

/** Cursor: microseconds since 1970 and the annotation's id. */
export const ownAnnotationsCursorField = z
  .string()
  .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a cursor of this list')

export const listOwnAnnotationsContract = defineContract({
  name: 'listOwnAnnotations',
  method: 'get',
  path: '/projects/{project}/own/annotations',
  summary: 'List your submitted annotations, newest first',
  input: z.strictObject({
    project: projectSlugField,
    ...filterFields,
    after: ownAnnotationsCursorField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(30),
  }),
  reply: z.object({
    /** Number of matches on all pages. */
    count: z.number(),
    annotations: z.array(
      z.object({
        id: idField,
        submittedAt: z.iso.datetime(),
        /** First characters of the problem. */
        problem: z.string(),
        finishReason: z.enum(finishReasons),
        steps: z.number(),
        rated: z.number(),
        activeMs: z.number(),
        /** Steps and options flagged unsure. */
        flags: z.number(),
        comments: z.number().describe('Comments on steps and options'),
        badSplits: z.number().describe('Reports of badly split steps'),
        canReopen: z.boolean(),
      }),
    ),
    /** Cursor for `after`; null on the last page. */
    next: z.string().nullable(),
  }),
})

const textReply = z.object({ text: typesetTextField, source: z.string() })
const notesField = z.array(z.object({ kind: z.enum(noteKinds), text: z.string() }))

export const getOwnAnnotationContract = defineContract({
  name: 'getOwnAnnotation',
  method: 'get',
  path: '/projects/{project}/own/annotations/{annotation}',
  summary: 'Get one of your submitted annotations',
  input: z.strictObject({
    project: projectSlugField,
    annotation: idField,
    around: stepOnPageField.optional(),
  }),
  reply: z.object({
    id: idField,
    submittedAt: z.iso.datetime(),
    finishReason: z.enum(finishReasons),
    finishNote: z.string().nullable(),
    problem: textReply,
    ...stepPageFields,
    /** The steps of one page. */
    steps: z.array(
      z.object({
        /** Null in the step-choice flow. */
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
        /** Your own option, if none was positive. */
        humanOption: textReply.extend({ isFlagged: z.boolean() }).nullable(),
      }),
    ),
    /** Of the first error. */
    explanation: textReply.nullable(),
    progress: z.enum(solutionProgressLevels).nullable(),
    /** Labels of the error types. */
    tags: z.array(z.string()),
    rated: z.number(),
    firstError: z.number().nullable(),
    activeMs: z.number(),
    canReopen: z.boolean(),
  }),
})
