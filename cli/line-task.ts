import { extractAnswer, extractStatedAnswer } from '@/lib/grading/extract-answer'
import { gradeWithOpinion } from '@/lib/grading/server/grade-with-opinion'
import type { SecondOpinion } from '@/lib/grading/server/second-opinion'
import type { Verdict } from '@/lib/grading/verdict'
import type { GraderMode } from '@/lib/projects/settings'
import { splitSteps, type SplitStyle } from '@/lib/steps/split-steps'

/** What is done to each line of a file, here or in a thread. */
export type LineTask = (
  | { kind: 'grade'; mode: GraderMode }
  | { kind: 'extract' }
  | { kind: 'split'; style: SplitStyle | 'auto' }
) & {
  /** Keys that the task writes are written over where a line has them; else such a line is refused. */
  replaces: boolean
}

const writtenKeys = {
  grade: ['verdict', 'reason'],
  extract: ['answer', 'found'],
  split: ['steps', 'spans', 'splitter'],
} as const satisfies Record<LineTask['kind'], readonly string[]>

/** The line with what was found, or why there is none. */
export type LineResult =
  | { text: string; outcome: Verdict | 'stated' | 'last value' | 'none' | SplitStyle }
  | { place: string; reason: string }

type Fields = Readonly<Record<string, unknown>>

export async function runLineTask(
  task: LineTask,
  text: string,
  opinion: SecondOpinion,
): Promise<LineResult> {
  const fields = readFields(text)
  if (fields === null) return { place: 'line', reason: 'It is not an object in JSON.' }
  const taken = task.replaces ? null : findTaken(task, fields)
  if (taken !== null) return taken
  if (task.kind === 'extract') return extract(text, fields)
  if (task.kind === 'split') return split(text, fields, task)
  return grade(text, fields, task.mode, opinion)
}

function findTaken({ kind }: LineTask, fields: Fields): LineResult | null {
  const keys: readonly string[] = writtenKeys[kind]
  const taken = keys.find((key) => Object.hasOwn(fields, key))
  if (taken === undefined) return null
  const reason = `The line has ${taken} already. Take them out, or say --replace.`
  return { place: taken, reason }
}

async function grade(
  text: string,
  fields: Fields,
  mode: GraderMode,
  opinion: SecondOpinion,
): Promise<LineResult> {
  for (const name of ['given', 'truth']) {
    const reason = findAnswerTrouble(fields, name)
    if (reason !== null) return { place: name, reason }
  }
  const [given, truth] = [fields.given, fields.truth] as [string | null, string | null]
  const { verdict, reason } = await gradeWithOpinion(given, truth, mode, opinion)
  return { text: addFields(text, fields, { verdict, reason }), outcome: verdict }
}

function findAnswerTrouble(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === null || typeof value === 'string') return null
  if (value === undefined)
    return `The line has no ${name}. It must be a text, or null where no answer was found.`
  if (typeof value === 'number')
    return `It is a number; it must be a text, or null: ${JSON.stringify(String(value))}, in quotes.`
  return 'It must be a text, or null.'
}

function extract(text: string, fields: Fields): LineResult {
  if (typeof fields.text !== 'string') return { place: 'text', reason: 'It must be a text.' }
  const stated = extractStatedAnswer(fields.text)
  const answer = stated ?? extractAnswer(fields.text)
  const outcome = stated !== null ? 'stated' : answer !== null ? 'last value' : 'none'
  return { text: addFields(text, fields, { answer, found: outcome }), outcome }
}

function split(
  text: string,
  fields: Fields,
  { style: asked }: LineTask & { kind: 'split' },
): LineResult {
  if (typeof fields.text !== 'string') return { place: 'text', reason: 'It must be a text.' }
  const { steps, spans, style, version } = splitSteps(fields.text, asked)
  return {
    text: addFields(text, fields, { steps, spans, splitter: `${style}/${version}` }),
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

/** The line's own bytes stay as they were, unless it has such fields already and they are replaced. */
export function addFields(text: string, fields: Fields, added: Fields): string {
  if (Object.keys(added).some((name) => Object.hasOwn(fields, name)))
    return JSON.stringify({ ...fields, ...added })
  const written = Object.entries(added).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `${text.trimEnd().slice(0, -1).trimEnd()}, ${written.join(', ')}}`
}
