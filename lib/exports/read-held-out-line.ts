import { findCombiningMarkProblem } from '@/lib/formats/combining-marks'
import { parseJsonLine } from '@/lib/formats/parse-json'
import { type ReadError, wholeLineLocation } from '@/lib/formats/read-result'

/** Names for the problem in test sets (MATH, GSM8K, others). The first that exists counts. */
const statementKeys = ['problem', 'question', 'statement'] as const

export type HeldOutLineResult = { ok: true; statement: string } | ({ ok: false } & ReadError)

/** Reads a line of a held-out list. Other fields are ignored. */
export function readHeldOutLine(text: string): HeldOutLineResult {
  const parsed = parseJsonLine(text)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, location: wholeLineLocation, reason: 'Expected an object.' }
  const key = statementKeys.find((name) => Object.hasOwn(value, name))
  if (key === undefined)
    return {
      ok: false,
      location: wholeLineLocation,
      reason: 'Expected "problem", "question" or "statement".',
    }
  const statement = (value as Record<string, unknown>)[key]
  if (typeof statement !== 'string') return { ok: false, location: key, reason: 'Expected text.' }
  if (statement.trim() === '') return { ok: false, location: key, reason: 'The text is empty.' }
  const reason = findCombiningMarkProblem(statement)
  if (reason !== null) return { ok: false, location: key, reason }
  return { ok: true, statement }
}
