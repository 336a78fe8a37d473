import { z } from 'zod'
import { describeStepScoreMismatch, findTextAndStepsIssues } from './describe-counts'
import { importLineLimits } from './import-line-limits'
import {
  displayedTextField,
  sourceIdOrNameField,
  stepListField,
  stepScoresField,
  textOrNumberField,
} from './line-fields'

/** A bare string stands for `{ "text": … }`. */
function allowBareText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === 'string' ? { text: value } : value), schema)
}

const option = allowBareText(
  z.looseObject({ text: displayedTextField, source: sourceIdOrNameField.nullish() }),
)

const stepsLimit = importLineLimits.steps
const optionsLimit = importLineLimits.optionsPerStep

const sampleShape = z.looseObject({
  id: sourceIdOrNameField.nullish(),
  text: displayedTextField.nullish(),
  steps: stepListField.nullish(),
  answer: z.string().nullish(),
  is_correct: z.boolean().nullish(),
  score: z.number().nullish(),
  step_scores: stepScoresField.nullish(),
  alternatives: z.record(z.string(), z.array(option).max(optionsLimit)).nullish(),
  explanations: z.record(z.string(), z.array(displayedTextField).max(optionsLimit)).nullish(),
})

export type GenericSample = z.infer<typeof sampleShape>

const sample = allowBareText(sampleShape.superRefine(checkSample))

/** How the fields of one sample depend on each other. */
function checkSample(value: GenericSample, context: z.RefinementCtx): void {
  const addIssue = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', message, path })
  const { steps } = value
  for (const issue of findTextAndStepsIssues(value)) addIssue(...issue)
  if (steps && value.step_scores && value.step_scores.length !== steps.length) {
    const scores = value.step_scores.length
    addIssue(['step_scores'], describeStepScoreMismatch(steps.length, scores))
  }
  const stepCount = steps?.length ?? stepsLimit
  for (const field of ['alternatives', 'explanations'] as const) {
    for (const key of Object.keys(value[field] ?? {})) {
      const isStep = /^(?:0|[1-9]\d{0,5})$/.test(key)
      if (!isStep) addIssue([field, key], 'Expected a step number, counted from 0.')
      else if (Number(key) >= stepCount) {
        addIssue([field, key], `There is no step ${key}: steps are 0 to ${stepCount - 1}.`)
      }
    }
  }
}

/** A line of generic input (docs/formats.md). Unknown keys become metadata. */
export const genericLineSchema = z
  .looseObject({
    id: sourceIdOrNameField.nullish(),
    problem: displayedTextField,
    answer: z.string().nullish(),
    solution: z.string().nullish(),
    subject: z.string().nullish(),
    level: textOrNumberField.nullish(),
    generator: z.string().nullish(),
    samples: z.array(sample).min(1).nullish(),
    options: z.array(z.array(option).min(1).max(optionsLimit)).min(1).max(stepsLimit).nullish(),
  })
  .superRefine((line, context) => {
    const addIssue = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', message, path })
    if (line.samples == null && line.options == null) {
      addIssue([], 'The line needs "samples" (solutions) or "options" (per step).')
    }
    if (line.samples != null && line.options != null) {
      addIssue(['options'], 'The line has either "samples" or "options", not both.')
    }
  })

export type GenericLine = z.infer<typeof genericLineSchema>

export const genericLineKeys: ReadonlySet<string> = new Set(Object.keys(genericLineSchema.shape))
export const genericSampleKeys: ReadonlySet<string> = new Set(Object.keys(sampleShape.shape))
