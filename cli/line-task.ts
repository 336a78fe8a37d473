import { extractAnswer, extractStatedAnswer } from '@/lib/grading/extract-answer'
import type { AlgebraSystem } from '@/lib/grading/server/algebra-system'
import { gradeWithAlgebraSystem } from '@/lib/grading/server/grade-with-algebra-system'
import type { Verdict } from '@/lib/grading/verdict'
import type { GraderMode } from '@/lib/projects/settings'
import { splitSteps, type SplitStyle } from '@/lib/steps/split-steps'

/** A task for each line of a file, run here or in a thread. */
export type LineTask = (
  | { kind: 'grade'; mode: GraderMode }
  | { kind: 'extract' }
  | { kind: 'split'; style: SplitStyle | 'auto' }
) & {
  /** Overwrites existing keys. Otherwise a line that has them is rejected. */
  replaces: boolean
}

const writtenKeys = {
  grade: ['verdict', 'reason'],
  extract: ['answer', 'source'],
  split: ['steps', 'spans', 'splitter'],
} as const satisfies Record<LineTask['kind'], readonly string[]>

/** The line with its result, or why it is invalid. */
export type LineTaskResult =
  | { text: string; outcome: Verdict | 'stated' | 'last value' | 'none' | SplitStyle }
  | { location: string; reason: string }

type Fields = Readonly<Record<string, unknown>>

export async function computeLineTaskResult(
  task: LineTask,
  text: string,
  algebraSystem: AlgebraSystem,
): Promise<LineTaskResult> {
  const fields = readFields(text)
  if (fields === null) return { location: 'line', reason: 'It is not a JSON object.' }
  const existingKeyError = task.replaces ? null : findExistingKey(task, fields)
  if (existingKeyError !== null) return existingKeyError
  if (task.kind === 'extract') return extractLine(text, fields)
  if (task.kind === 'split') return splitLine(text, fields, task)
  return gradeLine(text, fields, task.mode, algebraSystem)
}

function findExistingKey({ kind }: LineTask, fields: Fields): LineTaskResult | null {
  const keys: readonly string[] = writtenKeys[kind]
  const existingKey = keys.find((key) => Object.hasOwn(fields, key))
  if (existingKey === undefined) return null
  const reason = `The line already has the key ${existingKey}. Remove it or pass --replace.`
  return { location: existingKey, reason }
}

async function gradeLine(
  text: string,
  fields: Fields,
  mode: GraderMode,
  algebraSystem: AlgebraSystem,
): Promise<LineTaskResult> {
  for (const name of ['answer', 'reference']) {
    const reason = findAnswerProblem(fields, name)
    if (reason !== null) return { location: name, reason }
  }
  const [answer, reference] = [fields.answer, fields.reference] as [string | null, string | null]
  const { verdict, reason } = await gradeWithAlgebraSystem(answer, reference, mode, algebraSystem)
  return { text: addJsonFields(text, fields, { verdict, reason }), outcome: verdict }
}

function findAnswerProblem(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === null || typeof value === 'string') return null
  if (value === undefined) return `The line has no ${name}. Use a string, or null if there is none.`
  if (typeof value === 'number')
    return `It is a number. Use a string such as ${JSON.stringify(String(value))}, or null.`
  return 'It must be a string or null.'
}

function extractLine(text: string, fields: Fields): LineTaskResult {
  if (typeof fields.text !== 'string') return { location: 'text', reason: 'It must be a string.' }
  const statedAnswer = extractStatedAnswer(fields.text)
  const answer = statedAnswer ?? extractAnswer(fields.text)
  const outcome = statedAnswer !== null ? 'stated' : answer !== null ? 'last value' : 'none'
  return { text: addJsonFields(text, fields, { answer, source: outcome }), outcome }
}

function splitLine(
  text: string,
  fields: Fields,
  { style: requestedStyle }: LineTask & { kind: 'split' },
): LineTaskResult {
  if (typeof fields.text !== 'string') return { location: 'text', reason: 'It must be a string.' }
  const { steps, spans, style, version } = splitSteps(fields.text, requestedStyle)
  return {
    text: addJsonFields(text, fields, { steps, spans, splitter: `${style}/${version}` }),
    outcome: style,
  }
}

function readFields(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : null
  } catch {
    return null
  }
}

/** Keeps the bytes of the line, unless existing fields are overwritten. */
export function addJsonFields(text: string, fields: Fields, addedFields: Fields): string {
  if (Object.keys(addedFields).some((name) => Object.hasOwn(fields, name)))
    return JSON.stringify({ ...fields, ...addedFields })
  const members = Object.entries(addedFields).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `${text.trimEnd().slice(0, -1).trimEnd()}, ${members.join(', ')}}`
}
