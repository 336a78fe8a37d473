import { formatLimits } from '@/lib/formats/limits'
import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField, textField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'

export const ratingField = z.union([z.literal(-1), z.literal(0), z.literal(1)])

const maxSteps = formatLimits.steps

/** A day at work on one solution is more than anybody spends; a clock gone wrong says more, and is not believed. */
const activeMsField = z
  .number()
  .int()
  .min(0)
  .transform((ms) => Math.min(ms, 86_400_000))

/** Something the annotator did, as it happened. `activeMs`: milliseconds at work since the labelling began. */
export const eventField = z.strictObject({
  sequence: z.number().int().min(1),
  kind: z.enum(['rate', 'rate_option', 'undo', 'move', 'finish']),
  step: z.number().int().min(0).max(maxSteps).nullable(),
  option: z.number().int().min(0).max(formatLimits.optionsPerStep).nullable(),
  rating: ratingField.nullable(),
  inputMethod: z.enum(['key', 'pointer', 'touch']),
  activeMs: activeMsField,
})

/** The whole state of a labelling in work. */
const stateFields = {
  /** Names the page that saves: made once, when it opens. */
  writer: idField,
  /** Goes up by at least one with each save of a page, also with one that is sent again. */
  sequence: z.number().int().min(1),
  /**
   * The sequence that this state is built on: what `getWork` or the last save that was acknowledged gave, 0 for none. A
   * save over another page's newer state is refused with `conflict`.
   */
  basedOn: z.number().int().min(0),
  /** One for each step rated, from the first on: nothing after a -1. */
  ratings: z.array(ratingField).max(maxSteps),
  /** Ratings of the alternatives at the error step, in their order; null is unrated. */
  optionRatings: z.array(ratingField.nullable()).max(formatLimits.optionsPerStep),
  activeMs: activeMsField,
  /** What happened since the last save that was acknowledged. */
  events: z.array(eventField).max(10_000),
}

export const getWorkContract = defineContract({
  name: 'getWork',
  method: 'get',
  path: '/projects/{project}/leases/{lease}/work',
  summary: 'The solution that a lease holds, to be read and labelled, and what was saved of it',
  input: z.strictObject({ project: projectField, lease: idField }),
  reply: z.object({
    lease: idField,
    solution: idField,
    secondsLeft: z.number(),
    problem: z.object({ text: typesetField, source: z.string() }),
    /** The reference answer as "current best guess", where the project shows it. */
    bestGuess: z.object({ text: typesetField, source: z.string() }).nullable(),
    steps: z.array(z.object({ text: typesetField, source: z.string() })),
    /** Alternatives by 0-based step. They are shown once that step is rated negative. */
    options: z.record(
      z.string(),
      z.array(z.object({ option: z.number(), text: typesetField, source: z.string() })),
    ),
    guidelineVersion: z.number(),
    draft: z
      .object({
        sequence: z.number(),
        writer: idField.nullable(),
        ratings: z.array(ratingField),
        optionRatings: z.array(ratingField.nullable()),
        activeMs: z.number(),
        lastEvent: z.number(),
      })
      .nullable(),
  }),
})

export const saveLabellingContract = defineContract({
  name: 'saveLabelling',
  method: 'put',
  path: '/projects/{project}/leases/{lease}/labelling',
  summary: 'Keep the state of a labelling in work',
  input: z.strictObject({ project: projectField, lease: idField, ...stateFields }),
  reply: z.object({ sequence: z.number(), secondsLeft: z.number() }),
})

export const submitLabellingContract = defineContract({
  name: 'submitLabelling',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/submission',
  summary: 'Finish a labelling',
  input: z.strictObject({
    project: projectField,
    lease: idField,
    ...stateFields,
    finishReason: z.enum(finishReasons),
    /** Required for `give_up` and `bad_problem`. */
    finishNote: textField(4_000).nullable().default(null),
  }),
  reply: z.object({ labelling: idField, doneToday: z.number() }),
})
