import { importLineLimits } from '@/lib/formats/import-line-limits'
import { noteKinds, solutionProgressLevels } from '@/lib/formats/record'
import { z } from '@/lib/platform/contract'
import {
  toPropertyNamesKeyword,
  nonBlankTextField,
  idField,
  textField,
} from '@/lib/platform/fields'

export const ratingField = z.union([z.literal(-1), z.literal(0), z.literal(1)])

const { steps: maxSteps, optionsPerStep: maxOptions } = importLineLimits
/** The maximum of PostgreSQL's `integer`. */
const maxInteger = 2_147_483_647
const stepNumber = z
  .number()
  .int()
  .min(0)
  .max(maxSteps - 1)
const optionNumber = z
  .number()
  .int()
  .min(0)
  .max(maxOptions - 1)

const stepKeyPattern = /^(0|[1-9]\d{0,4})$/
const stepKey = z.string().regex(stepKeyPattern, 'is not a step number')

/** An object by step. Without `openapi`, the API description would not say what its keys are. */
const byStep = <T extends z.ZodType>(valueField: T) =>
  z.record(stepKey, valueField).openapi(toPropertyNamesKeyword({ pattern: stepKeyPattern.source }))

/** Characters of a note, an explanation, a human option. */
export const maxNoteLength = 2_000
export const maxExplanationLength = 2_000
export const maxHumanOptionLength = 10_000
const maxNotes = 3_000

/** Capped at a day: longer times come from a wrong clock. */
export const activeMsField = z
  .number()
  .int()
  .min(0)
  .transform((ms) => Math.min(ms, 86_400_000))
  .openapi({ maximum: Number.MAX_SAFE_INTEGER })

export const labellingEventKinds = [
  'rate',
  'rate_option',
  'choose',
  'write',
  'note',
  'explain',
  'progress',
  'tag',
  'undo',
  'move',
  'finish',
] as const

/** A user action. `activeMs` is the active time since the annotation was started. */
export const annotationEventField = z.strictObject({
  sequence: z.number().int().min(1).max(maxInteger),
  kind: z.enum(labellingEventKinds),
  step: stepNumber.nullable(),
  option: optionNumber.nullable(),
  rating: ratingField.nullable(),
  /** Note kind, tag or progress. Never a text that the annotator wrote. */
  detail: textField(60).nullable().default(null),
  inputMethod: z.enum(['key', 'pointer', 'touch']),
  activeMs: activeMsField,
})

export const explanationField = z.union([
  z.strictObject({ option: optionNumber }),
  z.strictObject({ option: z.null(), text: nonBlankTextField(maxExplanationLength) }),
])

export const noteField = z
  .strictObject({
    step: stepNumber,
    option: optionNumber.nullable(),
    kind: z.enum(noteKinds),
    text: textField(maxNoteLength),
  })
  .refine(({ kind, text }) => kind === 'flag' || text.trim() !== '', {
    message: 'is empty; only a flag may have no text',
    path: ['text'],
  })

const errorDetailFields = {
  explanation: explanationField.nullable().default(null),
  progress: z.enum(solutionProgressLevels).nullable().default(null),
  /** Error tags. Tags that the project does not have are ignored. */
  tags: z.array(textField(40)).max(20).default([]),
}

/** The content of an annotation in a request or reply. Steps and options are 0-based. */
export const annotationContentInputFields = {
  /** One per step, in order; only the last one can be -1. */
  ratings: z.array(ratingField).max(maxSteps),
  /** Flow `solution`: ratings of later steps, superseded by an error or a repair. */
  supersededRatings: z.array(ratingField.nullable()).max(maxSteps).default([]),
  /**
   * Ratings of options by step, in the order of `getWork`; null is unrated. Flow `solution`: the alternatives (those at
   * the first error count); `step_choice`: every option.
   */
  options: byStep(z.array(ratingField.nullable()).max(maxOptions)).default({}),
  /** Flow `step_choice`: the chosen option by step, or `human` for the annotator's own. */
  choices: byStep(z.union([optionNumber, z.literal('human')])).default({}),
  /** Flow `step_choice`: the annotator's own options by step. */
  humanOptions: byStep(textField(maxHumanOptionLength)).default({}),
  notes: z.array(noteField).max(maxNotes).default([]),
  /** Details of the first error, required if the project asks for them. */
  ...errorDetailFields,
  /** Details of steps that are not the first error at the moment. Only in drafts. */
  supersededErrors: byStep(z.strictObject(errorDetailFields)).default({}),
  /** Active milliseconds per step. */
  stepTimesMs: z.array(activeMsField).max(maxSteps).default([]),
}

/** The state of an annotation that is saved or submitted. */
export const annotationSaveFields = {
  writer: idField.describe(
    'UUID of the running client (a browser tab, or a run of a script), which it generates when it starts. Keep it for all saves of that client.',
  ),
  sequence: z
    .number()
    .int()
    .min(1)
    .max(maxInteger)
    .describe(
      'Number of this save. Must be higher than that of the stored draft, from any writer: for example `basedOn` + 1.',
    ),
  basedOn: z
    .number()
    .int()
    .min(0)
    .max(maxInteger)
    .describe(
      '`sequence` of the draft that this state continues: from `getWork`, or from the reply to your last save; 0 if there is none. If another writer has saved since, the save is rejected with `conflict`.',
    ),
  /** Revision of the steps, from `getWork`; rejected with `conflict` after a repair. */
  revision: z.number().int().min(1).max(32_767).default(1),
  ...annotationContentInputFields,
  activeMs: activeMsField,
  /** Events since the last acknowledged save. */
  events: z.array(annotationEventField).max(10_000).default([]),
}

const content = z.object(annotationContentInputFields)
/** The parsed input. */
export type AnnotationContentInput = z.infer<typeof content>
export type AnnotationEventInput = z.infer<typeof annotationEventField>
export type InputMethod = AnnotationEventInput['inputMethod']
