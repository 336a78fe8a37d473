import { createHash } from 'node:crypto'
import { unpack } from '@/lib/files/server/unpack'
import type { RequestRecord } from '@/lib/formats/input-format'
import type { ImportRecord, SolutionRecord } from '@/lib/formats/record'
import { gradeOnce } from '@/lib/grading/grade-once'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { applyRulings, lockVerdicts } from '@/lib/review/server/settle.sql'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import { unpackedMaxBytes } from '../contract'
import { storeBatch } from './batch'
import type { BegunRun } from './import-rows.sql'
import type { ImportReply, RunCounts } from './import-report'
import { findMisfit, type Origin, type PreparedLine, prepareLine } from './prepare'
import { readRecords } from './read-records'
import type { ReportFile } from './report-file'
import type { RunWatch } from './run-watch'

export interface ImportSource {
  importId: string
  /** The stored bytes, packed or not. */
  file: AsyncIterable<Uint8Array>
  requests: ReadonlyMap<string, RequestRecord> | null
  /** The import with its options, and the project's settings. */
  job: Pick<BegunRun, 'id' | 'flow' | 'overlap' | 'splitting' | 'graderMode' | 'options'>
  report: ReportFile
  watch: RunWatch
}

/** A batch ends at whichever comes first. */
const batchSolutions = 500
const batchBytes = 8 * 1024 * 1024
/** Batches after which PostgreSQL counts again. */
const countedAfter = new Set([1, 4, 16, 64])
const shownSamples = 3
const summed = ['problems', 'solutions', 'labellings', 'gold', 'repeated', 'unserved'] as const

/**
 * Reads a file and stores it in batches, all in the caller's transaction: whatever ends it early leaves nothing. Memory
 * is two batches. Whether what was stored is kept is for the caller to say. Throws `invalid_lines` where there is nothing
 * to read, and where the file as a whole is none that can be read.
 */
export function importFile(db: Transaction, source: ImportSource): Promise<RunCounts> {
  return new ImportRun(db, source).finish()
}

class ImportRun {
  private readonly grade = gradeOnce()
  private readonly sha256 = createHash('sha256')
  private readonly formats = new Set<string>()
  private batch: PreparedLine[] = []
  private batchSolutions = 0
  private batchBytes = 0
  private batches = 0
  private storing = Promise.resolve()
  private readonly samples: ImportReply['samples'] = []
  private readonly counts = {
    ...{ lines: 0, problems: 0, solutions: 0, labellings: 0, gold: 0 },
    ...{ repeated: 0, queued: 0, unserved: 0 },
  }

  constructor(
    private readonly db: Transaction,
    private readonly source: ImportSource,
  ) {}

  async finish(): Promise<RunCounts> {
    const { counts, source } = this
    const { job, report, watch, requests } = source
    const { format, take } = job.options
    const bytes = unpack(this.countBytes(), { maxBytes: unpackedMaxBytes })
    try {
      for await (const item of readRecords(bytes, { format, requests })) {
        watch.throwIfEnded()
        counts.lines += 1
        watch.readLines = counts.lines
        if ('problem' in item) report.add(item.problem)
        else this.takeRecord(item)
        if (this.batchSolutions >= batchSolutions || this.batchBytes >= batchBytes || report.isFull)
          await this.beginStoring()
      }
      await this.beginStoring()
      await this.storing
    } finally {
      // Nobody rolls back under a statement that runs.
      await this.storing.catch(() => undefined)
    }
    if (counts.lines === 0) throw refuseEmpty(watch.readBytes)
    if (take === 'valid-lines' || report.refused === 0) {
      if (this.batches > 1) await this.readStatistics()
      // From here on no ruling comes that this import would miss.
      await lockVerdicts(this.db, job.id, 'shared')
      await applyRulings(this.db, { projectId: job.id, importId: source.importId })
      counts.queued = await queueSolutions(this.db, job, { importId: source.importId })
    }
    return {
      ...counts,
      formats: [...this.formats].sort().join(', '),
      sha256: this.sha256.digest('hex'),
      refused: report.refused,
      problemsByLine: report.listed,
      samples: this.samples,
    }
  }

  private async *countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source.file) {
      this.source.watch.readBytes += chunk.length
      this.sha256.update(chunk)
      yield chunk
    }
  }

  private takeRecord({ origin, byteLength, result }: ReadItem): void {
    const { job, report } = this.source
    if (!result.ok) {
      for (const problem of result.problems) report.add({ ...origin, ...problem })
      return
    }
    this.formats.add(result.format)
    const prepared = this.prepare(result.record, origin)
    const misfit = findMisfit(prepared)
    if (misfit.length > 0) {
      for (const reason of misfit) report.add({ ...origin, ...reason })
      return
    }
    this.showSamples(prepared, job.options.labels)
    this.batch.push(prepared)
    this.batchSolutions += prepared.solutions.length
    this.batchBytes += byteLength
  }

  private prepare(record: ImportRecord, origin: Origin): PreparedLine {
    const { graderMode, splitting, options } = this.source.job
    if (options.labels === 'leave-out')
      for (const solution of record.solutions) leaveOutLabels(solution)
    const asked = options.splitting === 'project' ? splitting : options.splitting
    return prepareLine(record, origin, { splitting: asked, graderMode, grade: this.grade })
  }

  /** Stores the batch while the next one is read. Rejects where the one before it could not be stored. */
  private async beginStoring(): Promise<void> {
    await this.storing
    const lines = this.batch
    this.batch = []
    this.batchSolutions = 0
    this.batchBytes = 0
    this.storing = this.storeBatch(lines)
    this.storing.catch(() => undefined) // seen when it is waited for
  }

  /** Also of a file that is going to be refused: what contradicts the project is found on the way, and all is undone. */
  private async storeBatch(lines: PreparedLine[]): Promise<void> {
    const { job, report, importId } = this.source
    if (lines.length > 0) {
      const { labels } = job.options
      const place = { projectId: job.id, flow: job.flow, importId, labels }
      const added = await storeBatch(this.db, place, lines)
      for (const key of summed) this.counts[key] += added[key]
      for (const problem of added.refused) report.add(problem)
      this.batches += 1
      if (countedAfter.has(this.batches)) await this.readStatistics()
    }
    await report.write()
  }

  private showSamples({ problem, solutions }: PreparedLine, labels: string): void {
    for (const { steps, splitter, answer, verdict, labellings } of solutions) {
      if (this.samples.length === shownSamples) return
      const ratings = labels === 'leave-out' ? null : (labellings[0]?.record.ratings ?? null)
      const statement = problem.record.statement
      this.samples.push({ problem: statement, steps, splitter, answer, verdict, ratings })
    }
  }

  /**
   * PostgreSQL gathers statistics some time after a commit; what is planned in this transaction comes before it. Without
   * them the check that a solution's problem exists read the whole table for each row (42 s of 48 for 100,000
   * solutions), and ranking the queue took minutes.
   */
  private async readStatistics(): Promise<void> {
    await this.db.$executeRaw`analyze problem, solution, labelling, queue_item`
  }
}

type ReadItem = Exclude<
  ReturnType<typeof readRecords> extends AsyncGenerator<infer Item> ? Item : never,
  { problem: unknown }
>

function refuseEmpty(bytes: number): AppError {
  const words = bytes === 0 ? 'is empty' : 'holds nothing but blank lines'
  return new AppError('invalid_lines', `The file ${words}: there is nothing to import.`)
}

/** With somebody's labels go the alternatives that stood at their error: they would tell the next annotator where it was. */
function leaveOutLabels(solution: SolutionRecord): void {
  if (solution.labellings.length > 0 && solution.flow === 'solution') solution.options = []
  solution.labellings = []
}
