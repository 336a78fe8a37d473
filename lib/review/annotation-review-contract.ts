import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField, textField } from '@/lib/platform/fields'
import { timeCursor } from './adjudication-contract'
import { reviewedFields, reviewedSolutionFields, reviewStates, saidFields } from './said-field'

export const listAnnotationsContract = defineContract({
  name: 'listAnnotations',
  method: 'get',
  path: '/projects/{project}/annotations',
  summary: 'What people submitted and what was sent back to them, newest first, with its state',
  input: z.strictObject({
    project: projectField,
    state: z.enum(reviewStates).optional(),
    /** Of one person; while names are hidden, without what waits to be ruled on. */
    person: idField.optional(),
    sample: z
      .literal('drawn')
      .optional()
      .describe('Only what was drawn for review, what was drawn first at the beginning'),
    after: timeCursor.optional(),
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
        /** When it was submitted; of one that is returned, when it was sent back. */
        at: z.iso.datetime(),
        /** Its beginning. */
        problem: z.string(),
        /** Null of one that is returned: it is in work. */
        finishReason: z.enum(finishReasons).nullable(),
        stepCount: z.number(),
        rated: z.number(),
        activeMs: z.number(),
        /** What was said when it was sent back or accepted last; null for nothing. */
        note: z.string().nullable(),
        /** Annotations of the same solution that part from one another. */
        isDisputed: z.boolean(),
        chance: z
          .number()
          .nullable()
          .describe('Of being drawn for review, where it was; null: it was not'),
      }),
    ),
    next: z.string().nullable(),
  }),
})

const actField = z.object({
  act: z.enum(['accepted', 'returned']),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
})

export const getAnnotationContract = defineContract({
  name: 'getAnnotation',
  method: 'get',
  path: '/projects/{project}/annotations/{annotation}',
  summary: 'One submitted annotation, and what it was before it was sent back',
  input: z.strictObject({
    project: projectField,
    annotation: idField,
    /** Which list it is read in, as of `listAnnotations`. */
    state: z.enum(reviewStates).optional(),
    person: idField.optional(),
  }),
  reply: z.object({
    ...reviewedSolutionFields,
    ...reviewedFields,
    ...saidFields,
    /** Why it cannot be accepted, in words; null where it can. */
    acceptRefusal: z.string().nullable(),
    /** As it was when a reviewer last sent it back; null where none did, or its steps were others. */
    before: z.object({ ...saidFields, submittedAt: z.iso.datetime().nullable() }).nullable(),
    /** What reviewers did, newest first. */
    acts: z.array(actField),
    /** The annotations of this solution part: they can be seen side by side. */
    isDisputed: z.boolean(),
    /** What comes after it in that list; null at its end. */
    next: idField.nullable(),
  }),
})

/** Which annotation, as it was read: another submission since is a `conflict`. */
const seenFields = {
  project: projectField,
  annotation: idField,
  submittedAt: z.iso.datetime(),
}

export const returnAnnotationContract = defineContract({
  name: 'returnAnnotation',
  method: 'post',
  path: '/projects/{project}/annotations/{annotation}/return',
  summary: 'Send an annotation back to its annotator, who gets it before anything else',
  input: z.strictObject({ ...seenFields, note: filledTextField(2_000) }),
  reply: z.object({ annotation: idField, solution: idField, state: z.literal('returned') }),
})

export const acceptAnnotationContract = defineContract({
  name: 'acceptAnnotation',
  method: 'post',
  path: '/projects/{project}/annotations/{annotation}/accept',
  summary: 'Say that an annotation was looked at and is good',
  input: z.strictObject({ ...seenFields, note: textField(2_000).default('') }),
  reply: z.object({ annotation: idField, state: z.enum(reviewStates) }),
})
