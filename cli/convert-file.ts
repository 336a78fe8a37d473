import { once } from 'node:events'
import { noContext, readItem } from '@/lib/formats/detect'
import type { InputFormatName, NeutralPolicy, OutputFormatName } from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import { wholeLine } from '@/lib/formats/place'
import { excerptItem, type InputItem, type ReadableItem, readItems } from '@/lib/formats/read-items'
import type { ImportRecord, LineProblem } from '@/lib/formats/record'
import { type PreparedRecord, recordsFromImport } from '@/lib/formats/records-from-import'
import { unpack } from '@/lib/files/server/unpack'
import { prepareLine } from '@/lib/imports/server/prepare'
import { AppError } from '@/lib/platform/errors'
import { ConsensusShelf, type FileConsensus, type NotHeard, type Shelved } from './consensus-shelf'
import { annotationFormats } from './annotation-options'
import { tellLineProblem } from './line-problems'
import { nameSolution } from './name-solution'
import { openInput } from './open-input'
import { describeNobody } from './read-annotations'
import type { Shell } from './shell'

export interface ConvertOptions {
  from: InputFormatName | 'auto'
  to: OutputFormatName
  neutral: NeutralPolicy | null
  /** One row for each solution that several people labelled; null: each annotation. */
  consensus: FileConsensus | null
}

export interface ConvertReport {
  name: string
  /** Lines, elements or rows of the file; blank lines are none. */
  lines: number
  refused: number
  /** Lines that hold no labels. */
  unlabelled: number
  /** Lines with labels that the format cannot say. */
  unsaid: number
  written: number
  /** With a consensus: annotations, by why they are not heard. */
  notHeard: ReadonlyMap<NotHeard, number>
}

/**
 * Translates a file, line by line, as fast as the output is read. Memory: one line. With a consensus the whole file is read
 * first, and some hundred bytes of each annotation are kept.
 */
export async function convertFile(
  shell: Shell,
  file: string | undefined,
  options: ConvertOptions,
): Promise<ConvertReport> {
  const { name, chunks } = await openInput(shell, file)
  const { consensus } = options
  const conversion = new Conversion(options, (problem) => tellLineProblem(shell, name, problem))
  const { header } = outputFormats[options.to]
  if (header !== null) await write(shell, `${header}\n`)
  const shelf = consensus && (await ConsensusShelf.open(consensus))
  const bytes = unpack(chunks, { maxBytes: Number.MAX_SAFE_INTEGER })
  try {
    for await (const item of readItems(bytes, { format: options.from })) {
      const read = conversion.readItem(item)
      if (!shelf) await writeAll(conversion.writeRecords(read))
      else for (const shelved of read) await shelf.add(shelved, shelved.name)
    }
    if (shelf)
      for await (const decided of shelf.decide()) await writeAll(conversion.writeRecords([decided]))
  } finally {
    await shelf?.close()
  }
  return { name, ...conversion.report, notHeard: shelf?.notHeard ?? new Map() }

  async function writeAll(lines: Iterable<string>) {
    for (const line of lines) await write(shell, `${line}\n`)
  }
}

async function write(shell: Shell, text: string): Promise<void> {
  if (!shell.output.write(text)) await once(shell.output, 'drain')
}

/** An annotation of the file, and what it has in common with others of its solution. */
interface ReadAnnotation extends Shelved {
  name: string
}

class Conversion {
  readonly report = { lines: 0, refused: 0, unlabelled: 0, unsaid: 0, written: 0 }

  constructor(
    private readonly options: ConvertOptions,
    private readonly tell: (problem: LineProblem) => void,
  ) {}

  /** None where the line cannot be used, or has no labels. */
  readItem(item: InputItem): ReadAnnotation[] {
    const { report } = this
    const line = report.lines
    report.lines += 1
    if ('problem' in item) return this.refuse([item.problem])
    const at = describe(item)
    const result = readItem(this.options.from, item, noContext)
    if (!result.ok) return this.refuse(result.problems.map((problem) => ({ ...at, ...problem })))
    const { record: read, format } = result
    if (this.options.consensus !== null && !annotationFormats.some((known) => known === format))
      return this.refuse([{ ...at, place: wholeLine, reason: describeNobody(format) }])
    const isStored = this.options.to === 'stepmark'
    const prepare = isStored ? (record: ImportRecord) => prepareRecord(record, line) : undefined
    const records = recordsFromImport(read, { format, line }, prepare)
    if (records.length === 0) report.unlabelled += 1
    return records.map((record) => ({
      ...{ record, at },
      name:
        this.options.consensus === null ? '' : nameSolution(read, record.solution.steps).solution,
    }))
  }

  /** Of one line, or of one solution. */
  *writeRecords(annotations: readonly Shelved[]): Generator<string> {
    const { to, neutral } = this.options
    const [first] = annotations
    if (!first) return
    try {
      const before = this.report.written
      for (const { record } of annotations)
        for (const line of outputFormats[to].write(record, { neutral })) {
          this.report.written += 1
          yield line
        }
      if (this.report.written === before) this.report.unsaid += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.refuse([{ ...first.at, place: wholeLine, reason: error.message }])
    }
  }

  private refuse(problems: readonly LineProblem[]): [] {
    this.report.refused += 1
    for (const problem of problems) this.tell(problem)
    return []
  }
}

function describe(item: ReadableItem) {
  return { line: item.line, offset: item.offset, start: excerptItem(item) }
}

/**
 * Names and verdicts as an import has them. Ids are made of the content, so that the same file gives the same bytes; those
 * of annotations begin with the line, as they are sorted by them.
 */
function prepareRecord(record: ImportRecord, line: number): PreparedRecord {
  const { problem, solutions } = prepareLine(record, { line, offset: 0, start: '' })
  return {
    problemId: makeId(problem.identity),
    solutions: solutions.map((solution) => ({
      id: makeId(solution.identity),
      answer: solution.answer,
      verdict: solution.verdict as PreparedRecord['solutions'][number]['verdict'],
      verdictReason: solution.verdictReason,
      verdictBy: solution.verdictBy,
      graderVersion: solution.graderVersion,
      annotationIds: solution.annotations.map(({ identity }) =>
        makeId(line.toString(16).padStart(12, '0') + identity),
      ),
    })),
  }
}

/** A UUID of version 8, which leaves its digits to us. */
function makeId(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
