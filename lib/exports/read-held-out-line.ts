import { findTooManyMarks } from '@/lib/formats/marks-in-row'
import { parseJsonLine } from '@/lib/formats/parse-json'
import { type PlacedReason, wholeLine } from '@/lib/formats/place'

/** What test sets call the problem: MATH, GSM8K, others. The first that is there counts. */
const statementKeys = ['problem', 'question', 'statement'] as const

export type HeldOutLine = { ok: true; statement: string } | ({ ok: false } & PlacedReason)

/** Reads a line of a list of problems that must never be trained on; whatever else it says is not looked at. */
export function readHeldOutLine(text: string): HeldOutLine {
  const parsed = parseJsonLine(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, place: wholeLine, reason: 'Expected an object.' }
  const key = statementKeys.find((name) => Object.hasOwn(value, name))
  if (key === undefined)
    return {
      ok: false,
      place: wholeLine,
      reason: 'It has no "problem", "question" or "statement".',
    }
  const statement = (value as Record<string, unknown>)[key]
  if (typeof statement !== 'string') return { ok: false, place: key, reason: 'Expected text.' }
  if (statement.trim() === '') return { ok: false, place: key, reason: 'It is empty.' }
  const reason = findTooManyMarks(statement)
  if (reason !== null) return { ok: false, place: key, reason }
  return { ok: true, statement }
}
