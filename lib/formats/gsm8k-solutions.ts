import { z } from 'zod'
import { findGsm8kFinalAnswer } from './gsm8k-final-answer'
import { importLineLimits } from './import-line-limits'
import type { InputFormat } from './input-format'
import { isJsonObject } from './json-value'
import { displayedTextField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, prefixLocations, type ReadResult, wholeLineLocation } from './read-result'
import type { SolutionRecord } from './record'

const modelSolutionSchema = z.looseObject({
  solution: displayedTextField,
  is_correct: z.boolean().nullish(),
})

const gsm8kLine = z.looseObject({ question: displayedTextField, ground_truth: z.string() })

const lineKeys = Object.keys(gsm8kLine.shape)

/**
 * Reads one line of GSM8K's model solutions: every key whose value has a `solution` is a model and
 * its output. The ground truth is the reference solution, with the answer at its end.
 */
function readGsm8kSolutions(value: unknown): ReadResult {
  const checked = gsm8kLine.safeParse(value)
  const errors = checked.success ? [] : toReadErrors(value, checked.error)
  const models = isJsonObject(value) ? listModels(value) : []
  const solutions: SolutionRecord[] = []
  for (const [generator, entry] of models) {
    const checkedSolution = modelSolutionSchema.safeParse(entry)
    if (!checkedSolution.success) {
      errors.push(...prefixLocations([generator], toReadErrors(entry, checkedSolution.error)))
      continue
    }
    const { solution: text, is_correct: isCorrect = null, ...metadata } = checkedSolution.data
    solutions.push(makeSolutionRecord({ text, isCorrect, generator, metadata }))
  }
  if (checked.success && models.length === 0) {
    const reason = 'Expected at least one key with {"solution": …}, one per model.'
    errors.push({ location: wholeLineLocation, reason })
  }
  if (!checked.success || errors.length > 0) {
    return { ok: false, errors: errors.slice(0, importLineLimits.reasonsPerLine) }
  }
  const line = checked.data
  const problem = makeProblemRecord(line.question, {
    answer: findGsm8kFinalAnswer(line.ground_truth),
    referenceSolution: blankToNull(line.ground_truth),
    metadata: pickUnknownKeys(line, new Set([...lineKeys, ...models.map(([model]) => model)])),
  })
  return { ok: true, record: { problem, solutions } }
}

function listModels(line: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  return Object.entries(line).filter(
    ([key, value]) => !lineKeys.includes(key) && isJsonObject(value) && 'solution' in value,
  )
}

export const gsm8kSolutionsInput: InputFormat = {
  detects: (value) =>
    typeof value.question === 'string' && 'ground_truth' in value && listModels(value).length > 0,
  read: readGsm8kSolutions,
}
