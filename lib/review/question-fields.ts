import { formatLimits } from '@/lib/formats/limits'
import { z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, textField } from '@/lib/platform/fields'
import { headingMaxLength, exampleReasonMaxLength, decisionTextMaxLength } from './decision-limits'
import { hiddenNameField } from './reviewed-fields'

/** Fields that calls about questions and about decisions share. */

export const stepField = z
  .number()
  .int()
  .min(0)
  .max(formatLimits.steps - 1)
/** 0 is the step itself; in the step-choice flow options are counted from 1. */
export const optionField = z.number().int().min(0).max(formatLimits.optionsPerStep)

export const questionKinds = ['flag', 'comment', 'reviewer'] as const
export type QuestionKind = (typeof questionKinds)[number]

const noteMaxLength = 20_000
/** Questions that one call deals with. */
export const maxQuestions = 500

/**
 * An open question as its reader knew it: an annotator's note with its words, or one that a reviewer asked. A note that
 * has changed since is a `conflict`.
 */
export const questionRefField = z.union([
  z.strictObject({
    annotation: idField,
    step: stepField,
    option: optionField,
    kind: z.enum(['flag', 'comment']),
    text: textField(noteMaxLength),
  }),
  z.strictObject({ question: idField }),
])
export type QuestionRef = z.output<typeof questionRefField>

export const decisionField = z.coerce.number().int().min(1).max(2_147_483_647)

export const ratingField = z.union([z.literal(-1), z.literal(0), z.literal(1)])

/** What a decision says; its example names a step as its writer read it. */
export const decisionFields = {
  heading: filledTextField(headingMaxLength).refine((text) => !/[\r\n]/.test(text), {
    message: 'is more than one line',
  }),
  text: filledTextField(decisionTextMaxLength),
  example: z
    .strictObject({
      solution: idField,
      revision: z.number().int().min(1).max(int32Max),
      step: stepField,
      option: optionField.default(0),
      rating: ratingField,
      reason: filledTextField(exampleReasonMaxLength),
    })
    .nullable(),
}
export type SentExample = NonNullable<z.output<(typeof decisionFields)['example']>>

/** What people rated a step, in submitted annotations; null where one reached it and did not rate it. */
export const stepRatingsField = z.array(
  z.object({ person: hiddenNameField, rating: z.number().int().nullable() }),
)
