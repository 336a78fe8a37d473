import { unpack } from '@/lib/files/server/unpack'
import { readItem } from '@/lib/formats/detect'
import { placeReason } from '@/lib/formats/excerpt'
import type { ColumnChoice } from '@/lib/formats/column-choice'
import type { InputFormatName } from '@/lib/formats/format-names'
import type { RequestRecord } from '@/lib/formats/input-format'
import { describeItem, type InputItem, readItems } from '@/lib/formats/read-items'
import type { LineProblem } from '@/lib/formats/record'
import { findMisfit, prepareLine } from '@/lib/imports/server/prepare'
import { type Added, SeenRecords } from '@/lib/imports/server/seen-records'
import type { SplitStyle } from '@/lib/steps/split-steps'

/** What an import into an empty project would say of the file; `steps` are those of its solutions, texts split. */
export interface FileReport extends Added {
  lines: number
  refused: number
  formats: string[]
  /** The first of them: as many as an import lists. */
  problemsByLine: LineProblem[]
}

export interface CheckOptions {
  format: InputFormatName | 'auto'
  /** What columns of a table are. */
  columns?: ColumnChoice | undefined
  splitting: SplitStyle | 'auto'
  /** What the lines of a batch answer; null where no request file came. */
  requests: ReadonlyMap<string, RequestRecord> | null
  onProblem: (problem: LineProblem) => void
}

export const listedProblems = 100

/** As the contract of imports says it. */
const unpackedMaxBytes = 8 * 1024 ** 3

/**
 * Reads a whole file as an import does, without a database. Memory: one line, and a few bytes for each solution. Throws
 * `invalid_lines` where gzip cannot be unpacked.
 */
export async function checkFile(
  chunks: AsyncIterable<Uint8Array>,
  options: CheckOptions,
): Promise<FileReport> {
  const check = new FileCheck(options)
  const bytes = unpack(chunks, { maxBytes: unpackedMaxBytes })
  for await (const item of readItems(bytes, options)) check.takeItem(item)
  return check.finish()
}

class FileCheck {
  private readonly formats = new Set<string>()
  private readonly seen = new SeenRecords()
  private readonly added: Added = {
    problems: 0,
    solutions: 0,
    annotations: 0,
    steps: 0,
    repeated: 0,
  }
  private readonly problemsByLine: LineProblem[] = []
  private lines = 0
  private refused = 0

  constructor(private readonly options: CheckOptions) {}

  takeItem(item: InputItem): void {
    this.lines += 1
    if ('problem' in item) return this.refuse([item.problem])
    const { format, splitting, requests } = this.options
    const origin = describeItem(item)
    const result = readItem(format, item, { requests })
    if (!result.ok)
      return this.refuse(result.problems.map((problem) => placeReason(origin, problem)))
    this.formats.add(result.format)
    const prepared = prepareLine(result.record, origin, { splitting })
    const misfit = findMisfit(prepared)
    if (misfit.length > 0) return this.refuse(misfit.map((reason) => placeReason(origin, reason)))
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
