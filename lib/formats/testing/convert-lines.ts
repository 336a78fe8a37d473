import { readItemRecord } from '@/lib/formats/detect-input-format'
import type { InputFormatName, NeutralPolicy, OutputFormatName } from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import type { StoredRecord } from '@/lib/formats/record'
import { makeRecordsFromImport } from '@/lib/formats/records-from-import'

/** The annotations of valid lines. */
export function readStoredRecords(
  format: InputFormatName,
  lines: readonly string[],
): StoredRecord[] {
  return lines.flatMap((text, line) => {
    const item = { line: line + 1, offset: 0, byteLength: text.length, text }
    const result = readItemRecord(format, item)
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    return makeRecordsFromImport(result.record, { format, line })
  })
}

export function writeStoredRecords(
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
  return writeStoredRecords(to, readStoredRecords(from, lines), neutral)
}
