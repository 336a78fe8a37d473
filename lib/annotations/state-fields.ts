import { formatLimits } from '@/lib/formats/limits'
import { noteKinds, progressLevels } from '@/lib/formats/record'
import { z } from '@/lib/platform/contract'
import { filledTextField, idField, textField } from '@/lib/platform/fields'

export const ratingField = z.union([z.literal(-1), z.literal(0), z.literal(1)])

const { steps: maxSteps, optionsPerStep: maxOptions } = formatLimits
/** As PostgreSQL counts. */
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

/** Keys of an object by step. */
const stepKey = z.string().regex(/^(0|[1-9]\d{0,4})$/, 'is no step number')

/** Characters of a note, an explanation, a human option. */
export const maxNoteLength = 2_000
export const maxExplanationLength = 2_000
export const maxHumanOptionLength = 10_000
const maxNotes = 3_000

/** A day at work on one solution is more than anybody spends; a clock gone wrong says more, and is not believed. */
export const activeMsField = z
  .number()
  .int()
  .min(0)
  .transform((ms) => Math.min(ms, 86_400_000))

export const eventKinds = [
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

/** Something the annotator did, as it happened. `activeMs`: milliseconds at work since the annotation began. */
export const eventField = z.strictObject({
  sequence: z.number().int().min(1).max(maxInteger),
  kind: z.enum(eventKinds),
  step: stepNumber.nullable(),
  option: optionNumber.nullable(),
  rating: ratingField.nullable(),
  /** What a rating does not say: the kind of a note, a tag, how much progress. Never a text of the annotator's. */
  detail: textField(60).nullable().default(null),
  inputMethod: z.enum(['key', 'pointer', 'touch']),
  activeMs: activeMsField,
})

export const explanationField = z.union([
  z.strictObject({ option: optionNumber }),
  z.strictObject({ option: z.null(), text: filledTextField(maxExplanationLength) }),
])

export const noteField = z
  .strictObject({
    step: stepNumber,
    option: optionNumber.nullable(),
    kind: z.enum(noteKinds),
    text: textField(maxNoteLength),
  })
  .refine(({ kind, text }) => kind === 'flag' || text.trim() !== '', {
    message: 'is empty: only a flag may be without words',
    path: ['text'],
  })

const errorSaidFields = {
  explanation: explanationField.nullable().default(null),
  progress: z.enum(progressLevels).nullable().default(null),
  /** Kinds of error; those that the project does not list (any more) are left out. */
  tags: z.array(textField(40)).max(20).default([]),
}

/** What an annotation says, as it travels: `ratings` count, `aside` do not. Steps and options are 0-based. */
export const contentFields = {
  /** One for each step of the path, from the first on: nothing after a -1. */
  ratings: z.array(ratingField).max(maxSteps),
  /** Flow `solution`: ratings given to the steps after those, set aside by an error or a repair. */
  aside: z.array(ratingField.nullable()).max(maxSteps).default([]),
  /**
   * Ratings of options by step, in the order of `getWork`; null is unrated. Flow `solution`: the alternatives (those at
   * the first error count); `step_choice`: every option.
   */
  options: z.record(stepKey, z.array(ratingField.nullable()).max(maxOptions)).default({}),
  /** Flow `step_choice`: the option that goes on, or `human` for the annotator's own, by step. */
  choices: z.record(stepKey, z.union([optionNumber, z.literal('human')])).default({}),
  /** Flow `step_choice`: the annotator's own options by step, where no option is positive. */
  written: z.record(stepKey, textField(maxHumanOptionLength)).default({}),
  notes: z.array(noteField).max(maxNotes).default([]),
  /** Of the first error; where the project asks for them, `found_error` needs them. */
  ...errorSaidFields,
  /** What was said of steps that are not the first error at the moment, by step: kept in a draft, and nowhere else. */
  errorsAside: z.record(stepKey, z.strictObject(errorSaidFields)).default({}),
  /** Milliseconds at work on each step, with idle time left out. */
  stepTimesMs: z.array(activeMsField).max(maxSteps).default([]),
}

/** The whole state of an annotation in work. */
export const stateFields = {
  /** Names the page that saves: made once, when it opens. */
  writer: idField,
  /** Goes up by at least one with each save of a page, also with one that is sent again. */
  sequence: z.number().int().min(1).max(maxInteger),
  /**
   * The sequence that this state is built on: what `getWork` or the last save that was acknowledged gave, 0 for none. A
   * save over another page's newer state is refused with `conflict`.
   */
  basedOn: z.number().int().min(0).max(maxInteger),
  /** The revision of the solution's steps that it speaks of, as `getWork` gave it; refused with `conflict` after a repair. */
  revision: z.number().int().min(1).max(32_767).default(1),
  ...contentFields,
  activeMs: activeMsField,
  /** What happened since the last save that was acknowledged. */
  events: z.array(eventField).max(10_000),
}

const content = z.object(contentFields)
/** As a contract's input gives it, and as it may be sent. */
export type SentContent = z.infer<typeof content>
export type SentEvent = z.infer<typeof eventField>
