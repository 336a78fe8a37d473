import { appendToFile, createStoredFile, removeStoredFile } from '@/lib/files/server/stored-files'
import type { LineError } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { maxListedErrors } from '../contract'

/** A file with more errors is of another kind than expected, and a longer report would not help. */
const maxErrors = 1_000_000
/** Maximum length of a location and a reason, which can quote the file. */
const maxTextLength = 500
/** Lines are collected up to this length, then stored. */
export const maxPendingCharacters = 512 * 1024
/** The thread may parse and grade lines of 16 MiB between two statements. */
const storeMs = 60_000

/** With a bounded location and reason, as in reports. */
export function shortenLineError({
  line,
  offset,
  location,
  reason,
  excerpt,
}: LineError): LineError {
  return { line, offset, location: shorten(location), reason: shorten(reason), excerpt }
}

/** PostgreSQL rejects half of a character. */
const shorten = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1).toWellFormed()}…`

/**
 * All line errors in file order, as JSONL in a stored file. Written on a separate connection,
 * because it is needed most when everything else is rolled back. Unreferenced reports are deleted
 * later (sweep-files.ts).
 */
export class ErrorReportWriter {
  /** The first errors. */
  readonly listedErrors: LineError[] = []
  /** Invalid lines, array elements or rows. */
  invalidLines = 0
  private errorCount = 0
  private lastOffset = -1
  private fileId: string | null = null
  private storedBytes = 0
  private pending = ''
  private isClosed = false

  constructor(private readonly projectId: string) {}

  /** Later writes must be from further down the file. */
  async write(errors: readonly LineError[]): Promise<void> {
    if (errors.length === 0) return
    this.errorCount += errors.length
    if (this.errorCount > maxErrors)
      throw new AppError(
        'invalid_lines',
        `More than ${maxErrors} lines have errors. Nothing was imported. Check the file and the format.`,
      )
    for (const error of errors.toSorted((a, b) => a.offset - b.offset)) {
      // All elements of an array can be on one line, but each starts at a different byte.
      if (error.offset !== this.lastOffset) this.invalidLines += 1
      this.lastOffset = error.offset
      if (this.listedErrors.length < maxListedErrors) this.listedErrors.push(error)
      this.pending += `${JSON.stringify(error)}\n`
    }
    if (this.pending.length >= maxPendingCharacters) await this.storePending()
  }

  /** Not in the transfer pool: the import has one of its few connections. */
  private async storePending(): Promise<void> {
    const bytes = Buffer.from(this.pending)
    this.pending = ''
    this.fileId ??= await createStoredFile(getDatabase(), this.projectId)
    const file = { projectId: this.projectId, fileId: this.fileId }
    this.storedBytes = await runTransaction(
      getDatabase(),
      async (transaction) => {
        await setTransactionLimits(transaction.db, { idleMs: storeMs, totalMs: storeMs })
        return appendToFile(transaction, file, this.storedBytes, bytes)
      },
      { timeout: storeMs },
    )
  }

  /** Returns the id of the file; null without errors. */
  async close(): Promise<string | null> {
    this.isClosed = true
    if (this.pending !== '') await this.storePending()
    return this.fileId
  }

  /** Deletes the file after a run that ended early. A closed file can already belong to an import. */
  async discard(): Promise<void> {
    if (this.fileId === null || this.isClosed) return
    await removeStoredFile(getDatabase(), { projectId: this.projectId, fileId: this.fileId })
  }
}
