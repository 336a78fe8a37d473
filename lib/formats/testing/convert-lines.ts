import { readItem } from '@/lib/formats/detect'
import type { InputFormatName, NeutralPolicy, OutputFormatName } from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import type { StoredRecord } from '@/lib/formats/record'
import { recordsFromImport } from '@/lib/formats/records-from-import'

/** The annotations of valid lines. */
export function readRecords(format: InputFormatName, lines: readonly string[]): StoredRecord[] {
  return lines.flatMap((text, line) => {
    const item = { line: line + 1, offset: 0, byteLength: text.length, text }
    const result = readItem(format, item)
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    return recordsFromImport(result.record, { format, line })
  })
}

export function writeRecords(
  to: OutputFormatName,
  records: readonly StoredRecord[],
  neutral: NeutralPolicy | null = 'positive',
): string[] {
  return records.flatMap((record) => [...outputFormats[to].write(record, { neutral })])
}

export function convertLines(
  from: InputFormatName,
  to: OutputFormatName,
  lines: readonly string[],
  neutral: NeutralPolicy | null = 'positive',
): string[] {
  return writeRecords(to, readRecords(from, lines), neutral)
}
