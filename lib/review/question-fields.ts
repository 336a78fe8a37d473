import { formatLimits } from '@/lib/formats/limits'
import { z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, textField } from '@/lib/platform/fields'
import { headingMaxLength, whyMaxLength, wordsMaxLength } from './ruling-limits'
import { hiddenNameField } from './said-field'

/** Fields that calls about questions and about rulings share. */

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
export const asksMax = 500

/**
 * An open question as its reader knew it: an annotator's note with its words, or one that a reviewer asked. A note that
 * has changed since is a `conflict`.
 */
export const askField = z.union([
  z.strictObject({
    annotation: idField,
    step: stepField,
    option: optionField,
    kind: z.enum(['flag', 'comment']),
    words: textField(noteMaxLength),
  }),
  z.strictObject({ question: idField }),
])
export type Ask = z.output<typeof askField>

export const rulingField = z.coerce.number().int().min(1).max(2_147_483_647)

export const ratingField = z.union([z.literal(-1), z.literal(0), z.literal(1)])

/** What a ruling says; its example names a step as its writer read it. */
export const rulingFields = {
  heading: filledTextField(headingMaxLength).refine((text) => !/[\r\n]/.test(text), {
    message: 'is more than one line',
  }),
  words: filledTextField(wordsMaxLength),
  example: z
    .strictObject({
      solution: idField,
      revision: z.number().int().min(1).max(int32Max),
      step: stepField,
      option: optionField.default(0),
      rating: ratingField,
      why: filledTextField(whyMaxLength),
    })
    .nullable(),
}
export type SentExample = NonNullable<z.output<(typeof rulingFields)['example']>>

/** What people rated a step, in submitted annotations; null where one reached it and did not rate it. */
export const ratedField = z.array(
  z.object({ person: hiddenNameField, rating: z.number().int().nullable() }),
)
