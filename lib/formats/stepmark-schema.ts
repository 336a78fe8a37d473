import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import { labelerField } from './labeler-field'
import {
  finishReasons,
  annotationFlows,
  inputMethods,
  noteKinds,
  solutionProgressLevels,
  verdicts,
  verdictSources,
} from './record'

/*
 * A line in the stepmark format. It is published as JSON Schema (docs/stepmark.schema.json, and in
 * the OpenAPI document), so people read these descriptions: write what a reader of the data needs.
 * Exports write every key. On import, `hidden_reference_share` may be missing, as in lines of version 1
 * from before the hidden-reference arm.
 */

/** Increases with every change to the keys or their meaning. */
export const stepmarkFormatVersion = 2

const rating = z
  .literal([-1, 0, 1], { error: 'Expected a rating: -1, 0, 1 or null.' })
  .nullable()
  .describe('null: unrated')
// Column types in the database are smallint and integer.
const int16Max = 32_767
const int16Min = -32_768
const int32Max = 2_147_483_647
const smallCount = z.int().min(0).max(int16Max)
const int32 = z
  .int()
  .min(-int32Max - 1)
  .max(int32Max)
const step = smallCount.describe('Steps count from 0')
const option = smallCount.describe('As numbered in solution.options')
const milliseconds = z.int().min(0)
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/, {
    error: 'Expected a time in UTC, such as 2026-03-02T09:01:10.250000Z.',
  })
  .describe('ISO 8601, UTC, to the microsecond')
const revision = z.int().min(1).max(int16Max)
const metadata = z
  .record(z.string(), z.unknown())
  .describe('Values of unknown keys in the imported data')

const problem = z.strictObject({
  id: z.string().describe('The same in all lines of this problem'),
  external_id: z.string().nullable(),
  statement: z.string(),
  answer: z.string().nullable().describe('Reference answer'),
  reference_solution: z.string().nullable(),
  subject: z.string().nullable(),
  level: z.string().nullable(),
  metadata,
})

const solution = z.strictObject({
  id: z.string().describe('The same in all lines of this solution'),
  external_id: z.string().nullable(),
  flow: z.enum(annotationFlows),
  text: z.string().nullable().describe('Full text; null if imported as steps'),
  splitter: z.string().nullable(),
  step_spans: z
    .array(z.tuple([z.int(), z.int()]))
    .describe('Start and end of each step in text, in UTF-16 units'),
  steps: z
    .array(z.string())
    .max(importLineLimits.steps)
    .describe('Current steps, after repairs; in step_choice: option 0 of each step'),
  step_ids: z
    .array(z.int().min(0).max(int32Max))
    .describe('Ids of steps across repairs; empty: never repaired'),
  revision,
  options: z
    .array(z.strictObject({ step, option, text: z.string(), source: z.string().nullable() }))
    .describe('Flow solution: alternatives, from 1; step_choice: all options, from 0'),
  explanations: z
    .array(z.strictObject({ step, position: smallCount, text: z.string() }))
    .describe('Candidate explanations of a mistake'),
  answer: z.string().nullable().describe('Final answer, imported or extracted from the text'),
  verdict: z.enum(verdicts),
  verdict_reason: z.string(),
  verdict_source: z.enum(verdictSources).describe('Source of the verdict; file: imported'),
  grader_version: z.string(),
  score: z.number().nullable(),
  step_scores: z
    .array(
      z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])], {
        error: 'Expected a number, or three numbers [negative, neutral, positive].',
      }),
    )
    .nullable()
    .describe('Per step a number, or [P(-1), P(0), P(+1)]'),
  generator: z.string().nullable(),
  metadata,
})

const optionRating = z.strictObject({
  step,
  position: smallCount.describe('Position on screen'),
  option,
  rating,
  flagged: z.boolean().nullable(),
})

const humanOption = z.strictObject({
  step,
  text: z.string(),
  flagged: z.boolean(),
  corrected_rating: z
    .int()
    .min(int16Min)
    .max(int16Max)
    .nullable()
    .describe('Present in a few PRM800K lines; imported and exported unchanged'),
})

const note = z.strictObject({
  step,
  option: option.nullable().describe('null: the step itself'),
  kind: z.enum(noteKinds),
  text: z.string(),
  dismissed_at: time.nullable(),
})

const annotation = z.strictObject({
  id: z.string(),
  labeler: labelerField,
  origin: z.enum(['own', 'imported']),
  state: z.literal('submitted'),
  started_at: time.nullable(),
  submitted_at: time.nullable(),
  recorded_at: z.string().nullable().describe('Submission time as written in the imported line'),
  finish_reason: z.enum(finishReasons),
  finish_note: z.string().nullable(),
  step_count: z.int().min(0).max(importLineLimits.steps).describe('Number of steps to rate'),
  ratings: z.array(rating).describe('One per step reached; a human option counts as 1'),
  flagged: z.array(z.boolean().nullable()),
  chosen_positions: z
    .array(smallCount.nullable())
    .describe('Position chosen at each step; null: the human option, or none'),
  option_counts: z
    .array(smallCount.nullable())
    .describe('Number of options on screen at each step'),
  superseded_ratings: z.array(rating).describe('Ratings of later steps, which do not count'),
  option_ratings: z.array(optionRating),
  human_options: z.array(humanOption),
  explanation: z.string().nullable().describe('Explanation of the error'),
  explanation_option: smallCount
    .nullable()
    .describe('Position of the chosen candidate; null: written by the annotator'),
  progress: z.enum(solutionProgressLevels).nullable(),
  tags: z.array(z.string()).describe('Error types, by tag'),
  notes: z.array(note),
  step_times_ms: z.array(z.int().min(0).max(int32Max)).describe('Active time per step'),
  total_time_ms: milliseconds,
  revision: revision.describe('Revision of the rated steps'),
  guideline_version: int32.nullable(),
  answer_shown: z.boolean().nullable(),
  hidden_reference_share: z
    .number()
    .gt(0)
    .lt(1)
    .nullable()
    .default(null)
    .describe('Share of annotations in the hidden-reference arm; null: not assigned'),
  generation: int32.nullable(),
  is_quality_control: z.boolean(),
  is_screening: z.boolean(),
  irregular: z.string().nullable().describe('How it breaks the labelling rules; null: it does not'),
})

const event = z.strictObject({
  sequence: int32,
  received_at: time,
  active_ms: int32.describe('Active time since the start of the annotation'),
  kind: z.string(),
  step: step.nullable(),
  option: z.int().min(int16Min).max(int16Max).nullable().describe('Position on screen, from 0'),
  rating,
  detail: z.string().nullable(),
  input_method: z.enum(inputMethods),
  guideline_version: int32,
  answer_shown: z.boolean(),
})

export const stepmarkSchema = z
  .strictObject({
    format: z.literal('stepmark'),
    version: z.literal(stepmarkFormatVersion, {
      error: 'Expected version 1 or 2.',
    }),
    problem,
    solution,
    annotation,
    events: z.array(event).nullable().describe('null: not requested'),
  })
  .describe('One submitted annotation with everything that Stepmark stores about it')

/** A line with all keys. */
export type StepmarkLine = z.infer<typeof stepmarkSchema>
