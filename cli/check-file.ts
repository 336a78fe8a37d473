import { readLine } from '@/lib/formats/detect'
import { excerptLine, type InputLine, readLines } from '@/lib/formats/read-lines'
import type { LineProblem } from '@/lib/formats/record'
import { findMisfit, prepareLine } from '@/lib/imports/server/prepare'
import { type Added, SeenRecords } from '@/lib/imports/server/seen-records'

/** What an import into an empty project would say of the file; `steps` are those of its solutions, texts split. */
export interface FileReport extends Added {
  lines: number
  refused: number
  formats: string[]
  /** The first of them: as many as an import lists. */
  problemsByLine: LineProblem[]
}

export interface CheckOptions {
  format: 'auto' | 'prm800k' | 'generic'
  onProblem: (problem: LineProblem) => void
}

export const listedProblems = 1_000

/** Reads a whole file as an import does, without a database. Memory: one line, and a few bytes for each solution. */
export async function checkFile(
  chunks: AsyncIterable<Uint8Array>,
  options: CheckOptions,
): Promise<FileReport> {
  const check = new FileCheck(options)
  for await (const line of readLines(chunks)) check.takeLine(line)
  return check.finish()
}

class FileCheck {
  private readonly formats = new Set<string>()
  private readonly seen = new SeenRecords()
  private readonly added: Added = {
    problems: 0,
    solutions: 0,
    labellings: 0,
    steps: 0,
    repeated: 0,
  }
  private readonly problemsByLine: LineProblem[] = []
  private lines = 0
  private refused = 0

  constructor(private readonly options: CheckOptions) {}

  takeLine(line: InputLine): void {
    this.lines += 1
    if ('problem' in line) return this.refuse([line.problem])
    const origin = { line: line.line, offset: line.offset, start: excerptLine(line.text) }
    const result = readLine(this.options.format, line.text)
    if (!result.ok)
      return this.refuse(result.problems.map((problem) => ({ ...origin, ...problem })))
    this.formats.add(result.format)
    const prepared = prepareLine(result.record, origin)
    const misfit = findMisfit(prepared)
    if (misfit.length > 0) return this.refuse(misfit.map((reason) => ({ ...origin, ...reason })))
    const contradictions = this.seen.findContradictions(prepared)
    if (contradictions.length > 0) return this.refuse(contradictions)
    const added = this.seen.add(prepared)
    for (const name of Object.keys(added) as (keyof Added)[]) this.added[name] += added[name]
  }

  finish(): FileReport {
    const { lines, refused, added, problemsByLine } = this
    return { lines, refused, ...added, formats: [...this.formats].sort(), problemsByLine }
  }

  private refuse(problems: readonly LineProblem[]): void {
    this.refused += 1
    for (const { line, offset, place, reason, start } of problems) {
      const problem = { line, offset, place, reason, start }
      this.options.onProblem(problem)
      if (this.problemsByLine.length < listedProblems) this.problemsByLine.push(problem)
    }
  }
}
