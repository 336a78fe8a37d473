import { importLineLimits } from '@/lib/formats/import-line-limits'
import { z } from '@/lib/platform/contract'
import {
  makeTextPattern,
  nonBlankTextField,
  idField,
  int32Max,
  textField,
} from '@/lib/platform/fields'
import { annotatorNameField } from '@/lib/reviews/reviewed-fields'
import {
  decisionHeadingMaxLength,
  exampleReasonMaxLength,
  decisionTextMaxLength,
} from './decision-limits'

/** Fields shared by the contracts of questions and decisions. */

export const stepNumberField = z
  .number()
  .int()
  .min(0)
  .max(importLineLimits.steps - 1)
/** 0 is the step itself. In the step-choice flow, where options count from 0, this is the option's number plus 1. */
export const stepOptionField = z.number().int().min(0).max(importLineLimits.optionsPerStep)

export const questionKinds = ['flag', 'comment', 'reviewer'] as const
export type QuestionKind = (typeof questionKinds)[number]

const noteMaxLength = 20_000
export const maxQuestionsPerCall = 500

/**
 * Names an open question: a note by its content, or a reviewer's question by its id. A note that changed since is a
 * `conflict`.
 */
export const questionReferenceField = z.union([
  z.strictObject({
    annotation: idField,
    step: stepNumberField,
    option: stepOptionField,
    kind: z.enum(['flag', 'comment']),
    text: textField(noteMaxLength),
  }),
  z.strictObject({ question: idField }),
])
export type QuestionReference = z.output<typeof questionReferenceField>

export const decisionNumberField = z.coerce.number().int().min(1).max(int32Max)

export const ratingField = z.union([z.literal(-1), z.literal(0), z.literal(1)])

/** Content of a decision. The example names a step in the revision that the reviewer read. */
export const decisionContentFields = {
  heading: nonBlankTextField(decisionHeadingMaxLength)
    .refine((text) => !/[\r\n]/.test(text), { message: 'must be one line' })
    .openapi({ pattern: makeTextPattern('\\u0000\\r\\n', { isNonBlank: true }) }),
  text: nonBlankTextField(decisionTextMaxLength),
  example: z
    .strictObject({
      solution: idField,
      revision: z.number().int().min(1).max(int32Max),
      step: stepNumberField,
      option: stepOptionField.default(0),
      rating: ratingField,
      reason: nonBlankTextField(exampleReasonMaxLength),
    })
    .nullable(),
}
export type DecisionExampleInput = NonNullable<z.output<(typeof decisionContentFields)['example']>>

/** Ratings of a step in submitted annotations; null if the step was reached but not rated. */
export const stepRatingsField = z.array(
  z.object({ person: annotatorNameField, rating: z.number().int().nullable() }),
)

/** An answered or dismissed question. */
export const resolvedQuestionField = z.object({
  question: idField,
  solution: idField,
  externalId: z.string().nullable(),
  step: z.number(),
  kind: z.enum(questionKinds),
  text: z.string(),
  person: annotatorNameField,
})
export type ResolvedQuestion = z.output<typeof resolvedQuestionField>
