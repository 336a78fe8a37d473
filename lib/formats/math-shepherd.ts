import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import { makeAnnotationFromStepLabels } from './imported-labels'
import type { InputFormat } from './input-format'
import {
  toBinaryStepLabels,
  type BinaryStepLabel,
  listPathAndLaterSteps,
  requireNeutralPolicy,
} from './label-path'
import { hasPathLabelsAfterError } from './labels-after-error'
import { displayedTextField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, pickUnknownKeys } from './line-records'
import type { LabelsOutputFormat, WriteOptions } from './output-format'
import { dumpPythonJson } from './python-json'
import { toReadErrors, type ReadError, type ReadResult } from './read-result'
import type { Metadata, Rating, LabelsRecord } from './record'
import { breakMathShepherdTags, mathShepherdTag } from './step-tags'

const formatName = 'math-shepherd'

const shepherdLine = z.looseObject({
  input: displayedTextField,
  label: z.string(),
  task: z.string().nullish(),
})

const knownKeys: ReadonlySet<string> = new Set(Object.keys(shepherdLine.shape))

/**
 * Reads one line of Math-Shepherd: `input` is the problem and its steps, each followed by the tag,
 * and `label` is the same text with + or - for every tag. Steps keep their beginning (`Step 1: `).
 * The text between steps is usually the same; otherwise it is stored as the solution's metadata
 * (`gaps`), so that the line can be exported unchanged.
 */
export function readMathShepherd(value: unknown): ReadResult {
  const checked = shepherdLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const { input, label, task } = checked.data
  const text = cutInput(input)
  if ('reason' in text) return { ok: false, errors: [text] }
  const labels = readLabels(text.parts, label)
  if ('reason' in labels) return { ok: false, errors: [labels] }
  const metadata: Metadata = pickUnknownKeys(checked.data, knownKeys)
  if (task != null) metadata.task = task
  if (!hasUsualGaps(text)) metadata.gaps = text.gaps
  const solution = makeSolutionRecord({
    steps: text.steps,
    metadata,
    annotations: [makeAnnotationFromStepLabels(labels.ratings, formatName)],
  })
  return { ok: true, record: { problem: makeProblemRecord(text.statement), solutions: [solution] } }
}

export const mathShepherdInput: InputFormat = {
  detects: ({ input, label }) => typeof input === 'string' && typeof label === 'string',
  read: readMathShepherd,
}

interface ShepherdText {
  statement: string
  steps: string[]
  /** The text before the first step, then after each step: its tag with the text around it. */
  gaps: string[]
  /** The text between tags, unchanged; one part more than there are tags. */
  parts: string[]
}

function cutInput(input: string): ShepherdText | ReadError {
  const makeError = (reason: string) => ({ location: 'input', reason })
  const parts = input.split(mathShepherdTag)
  const count = parts.length - 1
  if (count === 0) return makeError(`No step ends with the tag ${mathShepherdTag}.`)
  if (count > importLineLimits.steps)
    return makeError(`There are more than ${importLineLimits.steps} steps.`)
  if (parts.at(-1)?.trim() !== '') {
    return makeError(
      `There is text after the last tag. Each step must end with ${mathShepherdTag}.`,
    )
  }
  const first = parts[0] ?? ''
  const position = [...first.matchAll(/step 1:/gi)].at(-1)?.index
  if (position === undefined) return makeError('The first step does not begin with "Step 1:".')
  const statement = first.slice(0, position).trimEnd()
  if (statement.trim() === '') return makeError('The problem before the first step is missing.')
  const gaps = [first.slice(statement.length, position)]
  const steps: string[] = []
  const texts = [first.slice(position), ...parts.slice(1, count)]
  for (const [i, text] of texts.entries()) {
    const step = text.trim()
    if (step === '') return makeError(`Step ${i + 1} is empty.`)
    const next = parts[i + 1] ?? ''
    const before = i + 1 === count ? next : next.slice(0, next.length - next.trimStart().length)
    gaps.push(text.slice(text.trimEnd().length) + mathShepherdTag + before)
    steps.push(step)
  }
  return { statement, steps, gaps, parts }
}

/** The ratings at the positions of the tags. */
function readLabels(parts: readonly string[], label: string): { ratings: Rating[] } | ReadError {
  const ratings: Rating[] = []
  let position = 0
  for (const [i, part] of parts.entries()) {
    const isLast = i + 1 === parts.length
    if (!label.startsWith(part, position) || (isLast && label.length !== position + part.length)) {
      return { location: 'label', reason: `The text after ${i} labels differs from "input".` }
    }
    position += part.length
    if (isLast) break
    const sign = label[position]
    if (sign !== '+' && sign !== '-') {
      const actual = sign === undefined ? 'the end' : JSON.stringify(sign)
      return {
        location: 'label',
        reason: `Expected + or - as the label of step ${i + 1}, got ${actual}.`,
      }
    }
    ratings.push(sign === '+' ? 1 : -1)
    position += 1
  }
  return { ratings }
}

function makeGaps(stepCount: number): string[] {
  return [
    ' ',
    ...Array.from({ length: stepCount }, (_, step) =>
      step + 1 === stepCount ? ` ${mathShepherdTag}` : ` ${mathShepherdTag}\n`,
    ),
  ]
}

function hasUsualGaps({ steps, gaps }: ShepherdText): boolean {
  const usual = makeGaps(steps.length)
  return (
    gaps.every((gap, i) => gap === usual[i]) && steps.every((step, i) => isNumbered(step, i + 1))
  )
}

function isNumbered(step: string, number: number): boolean {
  return /^step (\d+):/i.exec(step)?.[1] === String(number)
}

/** The imported gaps, if they still fit the solution's steps. */
function readGaps({ solution }: LabelsRecord): string[] | null {
  const { gaps } = solution.metadata
  if (!Array.isArray(gaps) || gaps.length !== solution.steps.length + 1) return null
  const haveTags = gaps.every(
    (gap, i) => typeof gap === 'string' && gap.split(mathShepherdTag).length === (i === 0 ? 1 : 2),
  )
  return haveTags ? (gaps as string[]) : null
}

/**
 * One line with the steps of the path, numbered if they are not; nothing without rated steps.
 * `task` is the imported value, else MATH. A line imported from Math-Shepherd is written as Python
 * writes it, like the published file; others as compact JSON.
 */
function writeMathShepherd(record: LabelsRecord, options: WriteOptions): string[] {
  const steps = toBinaryStepLabels(listPathAndLaterSteps(record), requireNeutralPolicy(options))
  if (steps.length === 0) return []
  const { problem, solution, annotation } = record
  const isShepherdSource = annotation.origin === 'imported' && annotation.labeler === formatName
  const text = joinSteps(breakMathShepherdTags(problem.statement), steps, readGaps(record))
  const { task } = solution.metadata
  const line = {
    ...text,
    ...(typeof task === 'string' ? { task } : isShepherdSource ? {} : { task: 'MATH' }),
  }
  return [isShepherdSource ? dumpPythonJson(line) : JSON.stringify(line)]
}

function joinSteps(
  statement: string,
  steps: readonly BinaryStepLabel[],
  importedGaps: readonly string[] | null,
): { input: string; label: string } {
  const gaps = importedGaps ?? makeGaps(steps.length)
  let input = statement + gaps[0]
  let label = input
  steps.forEach((step, i) => {
    const text = breakMathShepherdTags(step.text)
    const stepText = importedGaps || isNumbered(text, i + 1) ? text : `Step ${i + 1}: ${text}`
    const [before = '', after = ''] = (gaps[i + 1] ?? '').split(mathShepherdTag)
    // If the labels end before the solution, the text ends with the tag of the last label.
    const trailingText = i + 1 === steps.length && i + 2 < gaps.length ? '' : after
    input += stepText + before + mathShepherdTag + trailingText
    label += stepText + before + (step.isCorrect ? '+' : '-') + trailingText
  })
  return { input, label }
}

export const mathShepherdOutput: LabelsOutputFormat = {
  extension: 'jsonl',
  mediaType: 'application/x-ndjson',
  needsNeutral: true,
  header: null,
  identifyingKeys: null,
  write: writeMathShepherd,
  hasLabelsAfterError: hasPathLabelsAfterError,
}
