import { csvOutput } from '@/lib/formats/csv-rows'
import { detectInputFormat } from '@/lib/formats/detect-input-format'
import {
  type InputFormatName,
  outputFormatNames,
  type OutputFormatName,
} from '@/lib/formats/format-names'
import { isJsonObject } from '@/lib/formats/json-value'
import { outputFormats } from '@/lib/formats/output-formats'

export type LineFormat = InputFormatName | OutputFormatName

/** The format of the first line of a file; null if unknown. */
export function detectLineFormat(text: string): LineFormat | null {
  if (text === csvOutput.header) return 'csv'
  const value = readObject(text)
  if (value === null) return null
  const writtenFormat = outputFormatNames.find((format) =>
    outputFormats[format].identifyingKeys?.every((key) => Object.hasOwn(value, key)),
  )
  return writtenFormat ?? detectInputFormat(value)
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
