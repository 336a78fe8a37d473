import { stepOnPageField } from '@/lib/annotations/step-page'
import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import {
  idField,
  nonBlankTextField,
  pageCursorField,
  projectSlugField,
  textField,
} from '@/lib/platform/fields'
import {
  annotationVersionField,
  areTimesRoundedField,
  reviewedAnnotationFields,
  reviewedSolutionFields,
  reviewStates,
  annotationContentFields,
} from './reviewed-fields'

export const listAnnotationsContract = defineContract({
  name: 'listAnnotations',
  method: 'get',
  path: '/projects/{project}/annotations',
  summary: 'List submitted annotations, or returned ones with that state, newest first',
  input: z.strictObject({
    project: projectSlugField,
    state: z.enum(reviewStates).optional(),
    /** One annotator's work. While names are hidden, leaves out solutions with a disagreement. */
    person: idField.optional(),
    sample: z.literal('review').optional().describe('Only the review sample, oldest first'),
    after: pageCursorField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    annotations: z.array(
      z.object({
        annotation: idField,
        solution: idField,
        /** Null while names are hidden. */
        person: z.string().nullable(),
        state: z.enum(reviewStates),
        at: z.iso
          .datetime()
          .describe(
            'When it was submitted (UTC), or the start of its week if `areTimesRounded`; with `state=returned`, when it was returned',
          ),
        /** The beginning of its statement. */
        problem: z.string(),
        finishReason: z.enum(finishReasons),
        stepCount: z.number(),
        rated: z.number(),
        activeMs: z.number(),
        /** The comment of the latest review. */
        note: z.string().nullable(),
        /** The solution has a disagreement. */
        isDisputed: z.boolean(),
        selectionProbability: z
          .number()
          .nullable()
          .describe('Probability of being in the review sample; null if it is not in the sample'),
      }),
    ),
    areTimesRounded: areTimesRoundedField,
    next: z.string().nullable(),
  }),
})

const reviewField = z.object({
  action: z.enum(['accepted', 'returned']),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
})

export const getAnnotationContract = defineContract({
  name: 'getAnnotation',
  method: 'get',
  path: '/projects/{project}/annotations/{annotation}',
  summary: 'Get an annotation and its version before it was returned',
  input: z.strictObject({
    project: projectSlugField,
    annotation: idField,
    /** Filter of the list that `next` refers to. */
    state: z.enum(reviewStates).optional(),
    person: idField.optional(),
    sample: z.literal('review').optional(),
    around: stepOnPageField.optional(),
  }),
  reply: z.object({
    ...reviewedSolutionFields,
    ...reviewedAnnotationFields,
    ...annotationContentFields,
    /** Why you can't accept it; null if you can. */
    acceptRefusal: z.string().nullable(),
    /** The version that was last returned; null if there is none or its steps changed. */
    previous: z
      .object({ ...annotationContentFields, submittedAt: z.iso.datetime().nullable() })
      .nullable(),
    /** Number of steps whose other options the annotator saw, because they rated them negative at some time. */
    reveals: z.number(),
    /** Actions of reviewers, newest first. */
    reviews: z.array(reviewField),
    /** The solution has a disagreement. */
    isDisputed: z.boolean(),
    areTimesRounded: areTimesRoundedField,
    /** The next annotation in the list; null at the end. */
    next: idField.nullable(),
  }),
})

/** The annotation that you read, and its version then. If it was submitted again since, the call is a `conflict`. */
const reviewedVersionFields = {
  project: projectSlugField,
  annotation: idField,
  version: annotationVersionField,
}

export const returnAnnotationContract = defineContract({
  name: 'returnAnnotation',
  method: 'post',
  path: '/projects/{project}/annotations/{annotation}/return',
  summary: 'Return an annotation to its annotator',
  input: z.strictObject({ ...reviewedVersionFields, note: nonBlankTextField(2_000) }),
  reply: z.object({ annotation: idField, solution: idField, state: z.literal('returned') }),
})

export const acceptAnnotationContract = defineContract({
  name: 'acceptAnnotation',
  method: 'post',
  path: '/projects/{project}/annotations/{annotation}/accept',
  summary: 'Accept an annotation',
  input: z.strictObject({ ...reviewedVersionFields, note: textField(2_000).default('') }),
  reply: z.object({ annotation: idField, state: z.enum(reviewStates) }),
})
