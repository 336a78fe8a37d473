import { createHash } from 'node:crypto'
import { v7 as makeId } from 'uuid'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { readLine } from '@/lib/formats/detect'
import { formatLimits } from '@/lib/formats/limits'
import { excerptLine, type InputLine, readLines } from '@/lib/formats/read-lines'
import type { LineProblem } from '@/lib/formats/record'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import { listedProblems, type runImportContract } from '../contract'
import { storeBatch } from './batch'
import { type PreparedLine, prepareLine } from './prepare'

type Report = ReplyOf<typeof runImportContract>

interface ImportJob {
  project: ProjectAccess
  userId: string
  file: AsyncIterable<Uint8Array>
  options: InputOf<typeof runImportContract>
}

const batchSolutions = 500
/** Solutions of one import from which on plans depend on knowing of them. */
const rowsWorthStatistics = 1_000

/**
 * Reads a file as it arrives and stores it in batches, all in the caller's transaction: whatever ends it early leaves
 * nothing. Memory is one batch. With `take: 'all'` one bad line refuses the file, with all of them named; a dry run
 * does everything and takes it back.
 */
export async function importFile(db: Transaction, job: ImportJob): Promise<Report> {
  const { project, options } = job
  // Two files at once would not see each other's ids.
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`import/${project.id}`}, 0))`
  if (options.dryRun) await db.$executeRaw`savepoint dry_run`
  const run = new ImportRun(db, job)
  const report = await run.finish()
  if (options.dryRun) {
    await db.$executeRaw`rollback to savepoint dry_run`
    return { ...report, import: null }
  }
  if (options.take === 'all' && report.refused > 0)
    throw new AppError(
      'invalid_lines',
      `${report.refused} of ${report.lines} lines cannot be used. Nothing was imported; mend them and import the file again.`,
      { ...report, import: null },
    )
  return report
}

class ImportRun {
  private readonly importId = makeId()
  private readonly sha256 = createHash('sha256')
  private readonly formats = new Set<string>()
  private readonly refusedLines = new Set<number>()
  private batch: PreparedLine[] = []
  private batchSize = 0
  private readonly report: Report = {
    import: this.importId,
    format: 'unknown',
    lines: 0,
    bytes: 0,
    sha256: '',
    problems: 0,
    solutions: 0,
    labellings: 0,
    repeated: 0,
    queued: 0,
    refused: 0,
    problemsByLine: [],
    sample: null,
  }

  constructor(
    private readonly db: Transaction,
    private readonly job: ImportJob,
  ) {}

  async finish(): Promise<Report> {
    for await (const line of readLines(this.countBytes())) await this.takeLine(line)
    await this.storeBatch()
    const { report } = this
    report.sha256 = this.sha256.digest('hex')
    report.format = [...this.formats].sort().join(', ') || 'unknown'
    if (report.lines === 0)
      throw new AppError('invalid_lines', 'The file is empty: there is nothing to import.')
    if (this.mayStore()) {
      await this.recordImport()
      if (report.solutions > rowsWorthStatistics) await this.readStatistics()
      report.queued = await queueSolutions(this.db, this.job.project, this.importId)
    }
    return report
  }

  private async *countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.job.file) {
      this.report.bytes += chunk.length
      this.sha256.update(chunk)
      yield chunk
    }
  }

  /** Once a file is going to be refused, the rest of it is only read for its errors. */
  private mayStore(): boolean {
    return this.job.options.take === 'valid-lines' || this.report.refused === 0
  }

  private async takeLine(line: InputLine): Promise<void> {
    this.report.lines += 1
    if ('problem' in line) return this.refuse(line.problem)
    const origin = { line: line.line, offset: line.offset, start: excerptLine(line.text) }
    const result = readLine(this.job.options.format, line.text)
    if (!result.ok) {
      for (const problem of result.problems) this.refuse({ ...origin, ...problem })
      return
    }
    this.formats.add(result.format)
    const { record } = result
    if (this.job.options.labels === 'leave-out')
      for (const solution of record.solutions) solution.labellings = []
    const prepared = prepareLine(record, origin)
    const tooLong = prepared.solutions.findIndex(({ steps }) => steps.length > formatLimits.steps)
    if (tooLong !== -1) {
      const reason = `The text splits into more than ${formatLimits.steps} steps.`
      return this.refuse({ ...origin, place: `samples[${tooLong}].text`, reason })
    }
    this.report.sample ??= readSample(prepared)
    this.batch.push(prepared)
    this.batchSize += prepared.solutions.length
    if (this.batchSize >= batchSolutions) await this.storeBatch()
  }

  private async storeBatch(): Promise<void> {
    const lines = this.batch
    this.batch = []
    this.batchSize = 0
    if (lines.length === 0 || !this.mayStore()) return
    const place = { projectId: this.job.project.id, importId: this.importId }
    const added = await storeBatch(this.db, place, lines)
    this.report.problems += added.problems
    this.report.solutions += added.solutions
    this.report.labellings += added.labellings
    this.report.repeated += added.repeated
    for (const problem of added.refused) this.refuse(problem)
  }

  private refuse(problem: LineProblem): void {
    if (!this.refusedLines.has(problem.line)) this.report.refused += 1
    this.refusedLines.add(problem.line)
    if (this.report.problemsByLine.length < listedProblems) {
      const { line, offset, place, reason, start } = problem
      this.report.problemsByLine.push({ line, offset, place, reason, start })
    }
  }

  /**
   * PostgreSQL gathers statistics some time after a commit; ranking the queue comes before it. Planned without them, it
   * took minutes for 100,000 solutions, and seconds with.
   */
  private async readStatistics(): Promise<void> {
    await this.db.$executeRaw`analyze problem, solution, labelling, queue_item`
  }

  private async recordImport(): Promise<void> {
    const { project, userId, options } = this.job
    const { format, lines, bytes, sha256, problems, solutions, labellings, repeated, refused } =
      this.report
    await this.db.importBatch.create({
      data: {
        projectId: project.id,
        id: this.importId,
        userId,
        fileName: options.fileName,
        format,
        lines,
        bytes,
        sha256: new Uint8Array(Buffer.from(sha256, 'hex')),
        problems,
        solutions,
        labellings,
        repeated,
        refused,
      },
      select: { id: true },
    })
  }
}

function readSample({ problem, solutions }: PreparedLine): Report['sample'] {
  const first = solutions[0]
  return first
    ? { problem: problem.record.statement, steps: first.steps, answer: first.answer }
    : null
}
