import { createHash } from 'node:crypto'
import { v7 as makeId } from 'uuid'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { readLine } from '@/lib/formats/detect'
import { excerptLine, type InputLine, readLines } from '@/lib/formats/read-lines'
import type { LineProblem, SolutionRecord } from '@/lib/formats/record'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { Splitting } from '@/lib/projects/settings'
import { queueSolutions } from '@/lib/rounds/server/queue-solutions.sql'
import { listedProblems, type runImportContract } from '../contract'
import { storeBatch } from './batch'
import { findMisfit, type PreparedLine, prepareLine } from './prepare'

type Report = ReplyOf<typeof runImportContract>

interface ImportJob {
  project: ProjectAccess
  userId: string
  file: AsyncIterable<Uint8Array>
  options: InputOf<typeof runImportContract>
}

/** A batch ends at whichever comes first. */
const batchSolutions = 500
const batchBytes = 8 * 1024 * 1024
/** Solutions of one import from which on plans depend on knowing of them. */
const rowsWorthStatistics = 1_000

/**
 * Reads a file as it arrives and stores it in batches, all in the caller's transaction: whatever ends it early leaves
 * nothing. Memory is one batch. With `take: 'all'` one bad line refuses the file, with all of them named; a dry run
 * does everything and takes it back.
 */
export async function importFile(db: Transaction, job: ImportJob): Promise<Report> {
  const { project, options } = job
  await lockProject(db, project.id)
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

/** Two files at once would not see each other's ids. */
async function lockProject(db: Transaction, projectId: string): Promise<void> {
  const [row] = await db.$queryRaw<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`import/${projectId}`}, 0)) as "isOurs"`
  if (!row?.isOurs)
    throw new AppError(
      'conflict',
      'Another import into this project is running. Nothing was changed; try again when it is done.',
    )
}

class ImportRun {
  private readonly importId = makeId()
  private readonly sha256 = createHash('sha256')
  private readonly formats = new Set<string>()
  private readonly refusedLines = new Set<number>()
  private batch: PreparedLine[] = []
  private batchSolutions = 0
  private batchBytes = 0
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
    unserved: 0,
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
    const { report, job } = this
    // Contradictions are found batch by batch, after what is wrong with lines by themselves.
    report.problemsByLine.sort((a, b) => a.line - b.line)
    report.sha256 = this.sha256.digest('hex')
    report.format = [...this.formats].sort().join(', ') || 'unknown'
    if (report.lines === 0)
      throw new AppError('invalid_lines', 'The file is empty: there is nothing to import.')
    if (job.options.take === 'valid-lines' || report.refused === 0) {
      await this.recordImport()
      if (report.solutions > rowsWorthStatistics) await this.readStatistics()
      report.queued = await queueSolutions(this.db, job.project, this.importId)
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
      for (const solution of record.solutions) leaveOutLabels(solution)
    const { splitting, graderMode } = this.job.project
    const prepared = prepareLine(record, origin, {
      splitting: splitting as Splitting,
      graderMode,
    })
    const misfit = findMisfit(prepared)
    if (misfit.length > 0) {
      for (const reason of misfit) this.refuse({ ...origin, ...reason })
      return
    }
    this.report.sample ??= readSample(prepared)
    this.batch.push(prepared)
    this.batchSolutions += prepared.solutions.length
    this.batchBytes += line.byteLength
    if (this.batchSolutions >= batchSolutions || this.batchBytes >= batchBytes)
      await this.storeBatch()
  }

  /** Also of a file that is going to be refused: what contradicts the project is found on the way, and all is undone. */
  private async storeBatch(): Promise<void> {
    const lines = this.batch
    this.batch = []
    this.batchSolutions = 0
    this.batchBytes = 0
    if (lines.length === 0) return
    const { id: projectId, flow } = this.job.project
    const place = { projectId, flow, importId: this.importId }
    const added = await storeBatch(this.db, place, lines)
    this.report.problems += added.problems
    this.report.solutions += added.solutions
    this.report.labellings += added.labellings
    this.report.repeated += added.repeated
    this.report.unserved += added.unserved
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

/** With somebody's labels go the alternatives that stood at their error: they would tell the next annotator where it was. */
function leaveOutLabels(solution: SolutionRecord): void {
  if (solution.labellings.length > 0 && solution.flow === 'solution') solution.options = []
  solution.labellings = []
}
