import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import type { ColumnMapping } from '@/lib/formats/column-mapping'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { buildLineError } from '@/lib/formats/excerpt'
import type { InputFormatName } from '@/lib/formats/format-names'
import type { BatchRequestRecord } from '@/lib/formats/input-format'
import { getItemPosition, type InputItem, readItems } from '@/lib/formats/read-items'
import type { LineError } from '@/lib/formats/record'
import { findLineErrors, prepareLine } from '@/lib/imports/server/prepare-line'
import {
  type AddedCounts,
  makeEmptyAddedCounts,
  SeenRecords,
} from '@/lib/imports/server/seen-records'
import type { SplitStyle } from '@/lib/steps/split-steps'

/** What an import into an empty project would report. `steps` counts steps after splitting. */
export interface FileCheckReport extends AddedCounts {
  lines: number
  invalidLines: number
  formats: string[]
  /** The first ones, as many as an import lists. */
  lineErrors: LineError[]
}

export interface FileCheckOptions {
  format: InputFormatName | 'auto'
  /** Meaning of the columns of a table. */
  columns?: ColumnMapping | undefined
  splitting: SplitStyle | 'auto'
  /** Called if the file has a table's header. */
  onHeader?: (columns: readonly string[]) => void
  /** Requests that the lines of a batch respond to; null without a request file. */
  requests: ReadonlyMap<string, BatchRequestRecord> | null
  onLineError: (error: LineError) => void
}

export const maxReportedLineErrors = 100

/** The limit in the imports contract. */
const unpackedMaxBytes = 8 * 1024 ** 3

/**
 * Reads a whole file as an import does, without a database. Memory: one line, and a few bytes per solution. Throws
 * `invalid_lines` if gzip can't be unpacked.
 */
export async function checkImportFile(
  chunks: AsyncIterable<Uint8Array>,
  options: FileCheckOptions,
): Promise<FileCheckReport> {
  const check = new FileCheck(options)
  const bytes = decompressIfGzip(chunks, { maxBytes: unpackedMaxBytes })
  for await (const item of readItems(bytes, options)) check.checkItem(item)
  return check.finish()
}

class FileCheck {
  private readonly formats = new Set<string>()
  private readonly seenRecords = new SeenRecords()
  private readonly added = makeEmptyAddedCounts()
  private readonly lineErrors: LineError[] = []
  private lines = 0
  private invalidLines = 0

  constructor(private readonly options: FileCheckOptions) {}

  checkItem(item: InputItem): void {
    this.lines += 1
    if ('error' in item) return this.addLineErrors([item.error])
    const { format, splitting, requests } = this.options
    const position = getItemPosition(item)
    const result = readItemRecord(format, item, { requests })
    if (!result.ok)
      return this.addLineErrors(result.errors.map((error) => buildLineError(position, error)))
    this.formats.add(result.format)
    const recordPosition = { ...position, locateError: result.locateError }
    const preparedLine = prepareLine(result.record, recordPosition, { splitting })
    const invalidReasons = findLineErrors(preparedLine)
    if (invalidReasons.length > 0)
      return this.addLineErrors(
        invalidReasons.map((reason) => buildLineError(recordPosition, reason)),
      )
    const contradictions = this.seenRecords.findContradictions(preparedLine)
    if (contradictions.length > 0) return this.addLineErrors(contradictions)
    const addedCounts = this.seenRecords.add(preparedLine)
    for (const name of Object.keys(addedCounts) as (keyof AddedCounts)[])
      this.added[name] += addedCounts[name]
  }

  finish(): FileCheckReport {
    const { lines, invalidLines, added, lineErrors } = this
    return { lines, invalidLines, ...added, formats: [...this.formats].sort(), lineErrors }
  }

  private addLineErrors(errors: readonly LineError[]): void {
    this.invalidLines += 1
    for (const { line, offset, location, reason, excerpt } of errors) {
      const lineError = { line, offset, location, reason, excerpt }
      this.options.onLineError(lineError)
      if (this.lineErrors.length < maxReportedLineErrors) this.lineErrors.push(lineError)
    }
  }
}
