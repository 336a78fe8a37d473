import { type FileWriter, openFileWriter, removeFile } from '@/lib/files/server/stored-files'
import type { LineError } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { maxListedErrors } from '../contract'

/** A file with more is of another kind than was said, and its report helps no one. */
const maxErrors = 1_000_000
/** Characters of a place and of a reason: both may quote what the file says. */
const maxTextLength = 500

/** With a place and a reason of bounded length, as it stands in reports. */
export function shortenError({ line, offset, location, reason, excerpt }: LineError): LineError {
  return { line, offset, location: shorten(location), reason: shorten(reason), excerpt }
}

/** A character cut in two would be none that PostgreSQL takes. */
const shorten = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1).toWellFormed()}…`

/**
 * Everything that cannot be used, in the order of the file, as JSONL in a stored file: written on a connection of its own,
 * for it is needed most where everything else is taken back. What no one refers to in the end is swept (sweep-files.ts).
 */
export class ReportFile {
  /** The first problems. */
  readonly listedErrors: LineError[] = []
  /** Lines, elements of a list or rows that have a problem. */
  invalidLines = 0
  private written = 0
  private lastOffset = -1
  private writer: FileWriter | null = null
  private isClosed = false

  constructor(private readonly projectId: string) {}

  /** What is written later must be of further down in the file. */
  async write(errors: readonly LineError[]): Promise<void> {
    if (errors.length === 0) return
    this.written += errors.length
    if (this.written > maxErrors)
      throw new AppError(
        'invalid_lines',
        `More than ${maxErrors} lines have errors. Nothing was imported. Check the file and the format.`,
      )
    let text = ''
    for (const problem of errors.toSorted((a, b) => a.offset - b.offset)) {
      // All elements of a list may stand on one line, but no two of them begin at one byte.
      if (problem.offset !== this.lastOffset) this.invalidLines += 1
      this.lastOffset = problem.offset
      if (this.listedErrors.length < maxListedErrors) this.listedErrors.push(problem)
      text += `${JSON.stringify(problem)}\n`
    }
    this.writer ??= await openFileWriter(getDatabase(), this.projectId)
    await this.writer.write(text)
  }

  /** The id of the file; null: there was no problem. */
  async close(): Promise<string | null> {
    this.isClosed = true
    return this.writer === null ? null : (await this.writer.close()).fileId
  }

  /** After a run that ended early. A file that was closed may belong to an import by now. */
  async discard(): Promise<void> {
    if (this.writer === null || this.isClosed) return
    const { fileId } = await this.writer.close()
    await removeFile(getDatabase(), { projectId: this.projectId, fileId })
  }
}
