import { type FileWriter, openFileWriter, removeFile } from '@/lib/files/server/stored-files'
import type { LineProblem } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { listedProblems } from '../contract'

/** As many as are held until they are written. */
const pendingMost = 1_000
/** A file with more is of another kind than was said, and its report helps nobody. */
const problemsMost = 1_000_000

/**
 * Every line that cannot be used, by line, as JSONL in a stored file: written on a connection of its own, for it is
 * needed most where everything else is taken back. What nobody refers to in the end is swept (sweep-files.ts).
 */
export class ReportFile {
  /** The first problems. */
  readonly listed: LineProblem[] = []
  /** Lines with a problem, of those that were written. */
  refused = 0
  private pending: LineProblem[] = []
  private written = 0
  private lastLine = 0
  private writer: FileWriter | null = null
  private isClosed = false

  constructor(private readonly projectId: string) {}

  /** True: it is time to write. */
  get isFull(): boolean {
    return this.pending.length >= pendingMost
  }

  add(problem: LineProblem): void {
    this.pending.push(problem)
  }

  /** What is added later must be of lines further down. */
  async write(): Promise<void> {
    if (this.pending.length === 0) return
    const problems = this.pending.sort((a, b) => a.line - b.line)
    this.pending = []
    this.written += problems.length
    if (this.written > problemsMost)
      throw new AppError(
        'invalid_lines',
        `More than ${problemsMost} lines cannot be used. Nothing was imported. Is it the right file, and the right format?`,
      )
    let text = ''
    for (const { line, offset, place, reason, start } of problems) {
      const problem = { line, offset, place, reason, start }
      if (line !== this.lastLine) this.refused += 1
      this.lastLine = line
      if (this.listed.length < listedProblems) this.listed.push(problem)
      text += `${JSON.stringify(problem)}\n`
    }
    this.writer ??= await openFileWriter(getDatabase(), this.projectId)
    await this.writer.write(text)
  }

  /** The id of the file; null: there was no problem. */
  async close(): Promise<string | null> {
    await this.write()
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
