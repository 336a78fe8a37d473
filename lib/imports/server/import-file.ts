import { createHash } from 'node:crypto'
import { setImmediate as yieldToReplies } from 'node:timers/promises'
import { storeDisagreementsOfImport } from '@/lib/agreement/server/disagreements-of-import.sql'
import { applyDecisionsToImportedSolutions } from '@/lib/answers/server/pair-verdicts.sql'
import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import type { ImportItemPosition } from '@/lib/formats/excerpt'
import { buildLineError } from '@/lib/formats/excerpt'
import type { BatchRequestRecord } from '@/lib/formats/input-format'
import type { ImportRecord, LineError } from '@/lib/formats/record'
import { memoiseGrade } from '@/lib/grading/memoise-grade'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import { AppError } from '@/lib/platform/errors'
import type { BulkRowCopier } from '@/lib/platform/server/bulk-row-copier'
import type { Transaction } from '@/lib/platform/server/database'
import { isTransactionAborted } from '@/lib/platform/server/database-error-kinds'
import { closeSlotsOfImportedLabelsAndGold } from '@/lib/rounds/server/close-slots.sql'
import { updateQueueForProblems } from '@/lib/rounds/server/update-queue-for-problems.sql'
import { maxUnpackedBytes } from '../contract'
import { StepCountDistribution } from '../step-count-distribution'
import { type ErrorReportWriter, shortenLineError } from './error-report-writer'
import type { ImportProgressWatcher } from './import-progress-watcher'
import type { ImportReply, ImportRunResult } from './import-report'
import type { ImportJobData } from './import-rows.sql'
import { planJoinsForManyRows, replanPreparedStatements } from './plan-queries.sql'
import { dropLabels, findLineErrors, prepareLine } from './prepare-line'
import type { PreparedLine } from './prepared-line'
import { readImportRecords } from './read-records'
import { storeImportBatch } from './store-import-batch'
import { StoredIdentityFilter } from './stored-identity-filter'
import { isProjectEmpty } from './stored-records.sql'

export interface ImportFileSource {
  importId: string
  /** The stored bytes, compressed or not. */
  file: AsyncIterable<Uint8Array>
  requests: ReadonlyMap<string, BatchRequestRecord> | null
  /** The import with its options and the project's settings. */
  job: Pick<ImportJobData, 'id' | 'flow' | 'overlap' | 'splitting' | 'graderMode' | 'options'>
  report: ErrorReportWriter
  progress: ImportProgressWatcher
}

/** A batch ends at whichever comes first. */
const maxBatchSolutions = 500
const maxBatchBytes = 8 * 1024 * 1024
const maxBatchErrors = 1_000
/** Bytes of lines between two checks for PostgreSQL's reply: a millisecond or two. */
const bytesPerYield = 32 * 1024
/** Batches after which larger tables call for other query plans. */
const replanAfterBatches = new Set([1, 4, 16, 64])
const maxSamples = 3
const maxConflictingScoreLines = 10
/** The names of further columns are not stored. */
const maxColumns = 200
const countNames = [
  'problems',
  'solutions',
  'annotations',
  'gold',
  'duplicates',
  'unservable',
] as const

/**
 * Reads a file and stores it in batches, in the caller's transaction, so that an early end leaves
 * nothing. Keeps two batches in memory. The caller decides whether to keep the result. Throws
 * `invalid_lines` if the file is empty or can't be read as a whole.
 */
export function importFile(
  db: Transaction,
  copier: BulkRowCopier,
  source: ImportFileSource,
): Promise<ImportRunResult> {
  return new ImportRun(db, copier, source).run()
}

class ImportRun {
  private readonly grade = memoiseGrade()
  private readonly sha256 = createHash('sha256')
  private readonly formats = new Set<string>()
  private batch: PreparedLine[] = []
  private batchSolutions = 0
  private batchBytes = 0
  private errors: LineError[] = []
  private batches = 0
  private bytesSinceYield = 0
  private storedIdentities = new StoredIdentityFilter(false)
  private pendingStore = Promise.resolve()
  private readonly samples: ImportReply['samples'] = []
  private readonly stepCounter = new StepCountDistribution()
  private readonly conflictingScores: ImportRunResult['conflictingScores'] = {
    solutions: 0,
    lines: [],
  }
  private columns: readonly string[] | null = null
  private presplitSolutions = 0
  private readonly counts = {
    lines: 0,
    problems: 0,
    solutions: 0,
    annotations: 0,
    gold: 0,
    duplicates: 0,
    queued: 0,
    unservable: 0,
  }

  constructor(
    private readonly db: Transaction,
    private readonly copier: BulkRowCopier,
    private readonly source: ImportFileSource,
  ) {}

  async run(): Promise<ImportRunResult> {
    const { counts, source } = this
    const { job, report, progress, requests } = source
    const { format, columns, dryRun, onInvalidLines } = job.options
    const onHeader = (names: readonly string[]) => (this.columns = names.slice(0, maxColumns))
    await replanPreparedStatements(this.db)
    this.storedIdentities = new StoredIdentityFilter(await isProjectEmpty(this.db, job.id))
    const bytes = decompressIfGzip(this.countBytes(), { maxBytes: maxUnpackedBytes })
    try {
      for await (const item of readImportRecords(bytes, { format, columns, onHeader, requests })) {
        progress.throwIfEnded()
        counts.lines += 1
        progress.readLines = counts.lines
        if ('error' in item) this.addError(item.error)
        else this.addRecord(item)
        if (this.isBatchFull()) await this.startStoring()
        if (this.bytesSinceYield < bytesPerYield) continue
        this.bytesSinceYield = 0
        await yieldToReplies()
      }
      await this.startStoring()
      await this.pendingStore
    } catch (error) {
      // The transaction must not be rolled back under a running statement.
      const storeError = await this.pendingStore.then(
        () => null,
        (reason: unknown) => reason,
      )
      // If storing failed, reading on the same connection fails as a consequence.
      throw storeError !== null && isTransactionAborted(error) ? storeError : error
    }
    if (counts.lines === 0) throw makeEmptyFileError(progress.readBytes)
    // A dry run counts what the valid lines would add.
    if (dryRun || onInvalidLines === 'skip' || report.invalidLines === 0) await this.queue()
    return {
      ...counts,
      formats: [...this.formats].sort().join(', '),
      sha256: this.sha256.digest('hex'),
      invalidLines: report.invalidLines,
      lineErrors: report.listedErrors,
      samples: this.samples,
      columns: this.columns === null ? null : [...this.columns],
      stepCounts: this.stepCounter.summarise(),
      conflictingScores: this.conflictingScores,
      presplitSolutions: this.presplitSolutions,
    }
  }

  /** Runs last, because it blocks submits of the solutions that it changes until the transaction ends. */
  private async queue(): Promise<void> {
    const { db, counts } = this
    const { job, importId } = this.source
    if (this.batches > 1) await planJoinsForManyRows(db)
    // From here on, no concurrent answer decision can be missed by this import.
    await lockVerdicts(db, job.id, 'shared')
    await applyDecisionsToImportedSolutions(db, { projectId: job.id, importId })
    counts.queued = await updateQueueForProblems(db, job, { importId })
    if (job.options.dryRun) return
    await closeSlotsOfImportedLabelsAndGold(db, { projectId: job.id, importId })
    await storeDisagreementsOfImport(db, { projectId: job.id, importId })
  }

  private async *countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source.file) {
      this.source.progress.readBytes += chunk.length
      this.sha256.update(chunk)
      yield chunk
    }
  }

  private addRecord({ position, byteLength, result }: ReadItem): void {
    this.bytesSinceYield += byteLength
    if (!result.ok) {
      for (const error of result.errors) this.addError(buildLineError(position, error))
      return
    }
    this.formats.add(result.format)
    const recordPosition = { ...position, locateError: result.locateError }
    const preparedLine = this.prepare(result.record, recordPosition)
    const invalidReasons = findLineErrors(preparedLine)
    if (invalidReasons.length > 0) {
      for (const reason of invalidReasons) this.addError(buildLineError(recordPosition, reason))
      return
    }
    this.batch.push(preparedLine)
    this.batchSolutions += preparedLine.solutions.length
    this.batchBytes += byteLength
  }

  /** The error is reported with its batch, which can have further invalid lines when it is stored. */
  private addError(error: LineError): void {
    this.errors.push(shortenLineError(error))
  }

  private isBatchFull(): boolean {
    const isLarge = this.batchSolutions >= maxBatchSolutions || this.batchBytes >= maxBatchBytes
    return isLarge || this.errors.length >= maxBatchErrors
  }

  private prepare(record: ImportRecord, position: ImportItemPosition): PreparedLine {
    const { graderMode, splitting, options } = this.source.job
    if (options.labels === 'drop') for (const solution of record.solutions) dropLabels(solution)
    const splitStyle = options.splitting === 'project' ? splitting : options.splitting
    return prepareLine(record, position, { splitting: splitStyle, graderMode, grade: this.grade })
  }

  /** Stores a batch while the next one is read. Rejects if the previous one could not be stored. */
  private async startStoring(): Promise<void> {
    await this.pendingStore
    const { batch, errors } = this
    this.batch = []
    this.errors = []
    this.batchSolutions = 0
    this.batchBytes = 0
    this.pendingStore = this.storeBatch(batch, errors)
    this.pendingStore.catch(() => undefined) // handled when it is awaited
  }

  /**
   * Also stores a file that will be rejected: this finds contradictions with the project, and
   * everything is rolled back.
   */
  private async storeBatch(lines: PreparedLine[], errors: LineError[]): Promise<void> {
    const { job, report, importId } = this.source
    if (lines.length > 0) {
      const { labels } = job.options
      const context = {
        projectId: job.id,
        flow: job.flow,
        importId,
        labels,
        storedIdentities: this.storedIdentities,
      }
      const batchResult = await storeImportBatch(this.db, this.copier, context, lines)
      for (const key of countNames) this.counts[key] += batchResult[key]
      errors.push(...batchResult.errors.map(shortenLineError))
      // By offset, because a JSON list can have all its elements in one line.
      const rejectedOffsets = new Set(batchResult.errors.map(({ offset }) => offset))
      for (const line of lines)
        if (!rejectedOffsets.has(line.position.offset)) this.describeLine(line)
      this.recordConflictingScores(batchResult.conflictingScores)
      this.batches += 1
      if (replanAfterBatches.has(this.batches)) await replanPreparedStatements(this.db)
    }
    await report.write(errors)
  }

  private recordConflictingScores(lines: readonly number[]): void {
    this.conflictingScores.solutions += lines.length
    const allLines = [...new Set([...this.conflictingScores.lines, ...lines])]
    this.conflictingScores.lines = allLines.slice(0, maxConflictingScoreLines)
  }

  /**
   * Adds an accepted line to the plot of steps and, if it is among the first, to the samples. One sample shows how text
   * was split, if any was.
   */
  private describeLine({ problem, solutions, stored }: PreparedLine): void {
    const { labels } = this.source.job.options
    for (const { steps, answer, verdict, annotations, splitter: ownSplitter } of solutions) {
      const splitter = stored ? null : ownSplitter
      this.stepCounter.add(steps.length)
      if (splitter === null) this.presplitSolutions += 1
      if (this.samples.length === maxSamples) {
        const hasSplitSample = this.samples.some((sample) => sample.splitter !== null)
        if (splitter === null || hasSplitSample) continue
        this.samples.pop()
      }
      const ratings = labels === 'drop' ? null : (annotations[0]?.record.ratings ?? null)
      const statement = problem.record.statement
      this.samples.push({ problem: statement, steps, splitter, answer, verdict, ratings })
    }
  }
}

type ReadItem = Exclude<
  ReturnType<typeof readImportRecords> extends AsyncGenerator<infer Item> ? Item : never,
  { error: unknown }
>

function makeEmptyFileError(bytes: number): AppError {
  const description = bytes === 0 ? 'is empty' : 'has only blank lines'
  return new AppError('invalid_lines', `The file ${description}.`)
}
