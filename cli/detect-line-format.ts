import { csvOutput } from '@/lib/formats/csv-rows'
import { detectInputFormat } from '@/lib/formats/detect-input-format'
import type { InputFormatName, OutputFormatName } from '@/lib/formats/format-names'
import { isJsonObject } from '@/lib/formats/json-value'

export type LineFormat = InputFormatName | OutputFormatName

/** Output-only formats by the keys of their lines. */
const writtenOnly: readonly [LineFormat, readonly string[]][] = [
  ['rlhflow', ['conversations']],
  ['qwen-prm', ['messages', 'labels']],
  ['preference', ['prompt', 'chosen', 'rejected']],
]

/** The format of the first line of a file; null if unknown. */
export function detectLineFormat(text: string): LineFormat | null {
  if (text === csvOutput.header) return 'csv'
  const value = readObject(text)
  if (value === null) return null
  const writtenFormat = writtenOnly.find(([, keys]) =>
    keys.every((key) => Object.hasOwn(value, key)),
  )
  return writtenFormat?.[0] ?? detectInputFormat(value)
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
