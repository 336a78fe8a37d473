import { once } from 'node:events'
import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { emptyReadContext, readItemRecord } from '@/lib/formats/detect-input-format'
import type {
  InputFormatName,
  NeutralPolicy,
  OutputFormatName,
  PromptSeparator,
} from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import {
  makeItemExcerpt,
  type InputItem,
  type ReadableItem,
  readItems,
} from '@/lib/formats/read-items'
import { wholeLineLocation } from '@/lib/formats/read-result'
import type { ImportRecord, LineError } from '@/lib/formats/record'
import { type ImportAssignedValues, makeRecordsFromImport } from '@/lib/formats/records-from-import'
import { prepareLine } from '@/lib/imports/server/prepare-line'
import { AppError } from '@/lib/platform/errors'
import { annotationFileFormats } from './annotation-options'
import {
  ConsensusBuilder,
  type FileConsensusPolicy,
  type ConsensusExclusionReason,
  type LocatedRecord,
} from './consensus-builder'
import { identifySolution } from './identify-solution'
import { LineErrorPrinter, validateHint } from './line-error-printer'
import { openInput } from './open-input'
import { explainMissingAnnotator } from './read-annotation-file'
import type { Terminal } from './terminal'

export interface ConversionOptions {
  from: InputFormatName | 'auto'
  to: OutputFormatName
  neutral: NeutralPolicy | null
  promptSeparator: PromptSeparator | undefined
  /** Combine the annotations of a solution; null: one row per annotation. */
  consensus: FileConsensusPolicy | null
}

export interface ConversionReport {
  name: string
  /** Lines, elements or rows of the file, without blank lines. */
  lines: number
  invalidLines: number
  /** Lines without labels. */
  unlabelled: number
  /** Lines (with a consensus: solutions) whose labels the target format can't express. */
  inexpressible: number
  written: number
  /** With a consensus: excluded annotations by reason. */
  excluded: ReadonlyMap<ConsensusExclusionReason, number>
}

/**
 * Converts a file line by line, as fast as the output is read. Memory: one line. With a consensus, reads the whole file
 * first and keeps some hundred bytes per annotation.
 */
export async function convertFile(
  terminal: Terminal,
  file: string | undefined,
  options: ConversionOptions,
): Promise<ConversionReport> {
  const { name, chunks } = await openInput(terminal, file)
  const { consensus } = options
  const errorPrinter = new LineErrorPrinter(terminal, name, validateHint)
  const conversion = new Conversion(options, (error) => errorPrinter.report(error))
  const { header } = outputFormats[options.to]
  if (header !== null) await write(terminal, `${header}\n`)
  const builder = consensus && (await ConsensusBuilder.open(consensus))
  const bytes = decompressIfGzip(chunks)
  try {
    for await (const item of readItems(bytes, { format: options.from })) {
      const annotations = conversion.readItem(item)
      if (!builder) await writeAll(conversion.writeRecords(annotations))
      else for (const annotation of annotations) await builder.add(annotation, annotation.name)
    }
    if (builder)
      for await (const decided of builder.decide())
        await writeAll(conversion.writeRecords([decided]))
  } finally {
    errorPrinter.end()
    await builder?.close()
  }
  return { name, ...conversion.report, excluded: builder?.excluded ?? new Map() }

  async function writeAll(lines: Iterable<string>) {
    for (const line of lines) await write(terminal, `${line}\n`)
  }
}

async function write(terminal: Terminal, text: string): Promise<void> {
  if (!terminal.output.write(text)) await once(terminal.output, 'drain')
}

/** An annotation of the file, and the name that identifies its solution. */
interface ReadAnnotation extends LocatedRecord {
  name: string
}

class Conversion {
  readonly report = { lines: 0, invalidLines: 0, unlabelled: 0, inexpressible: 0, written: 0 }

  constructor(
    private readonly options: ConversionOptions,
    private readonly reportLineError: (error: LineError) => void,
  ) {}

  /** Empty if the line is invalid or has no labels. */
  readItem(item: InputItem): ReadAnnotation[] {
    const { report } = this
    const line = report.lines
    report.lines += 1
    if ('error' in item) return this.addLineErrors([item.error])
    const origin = getOrigin(item)
    const result = readItemRecord(this.options.from, item, emptyReadContext)
    if (!result.ok)
      return this.addLineErrors(result.errors.map((error) => ({ ...origin, ...error })))
    const { record: importRecord, format } = result
    if (
      this.options.consensus !== null &&
      !annotationFileFormats.some((annotationFormat) => annotationFormat === format)
    )
      return this.addLineErrors([
        { ...origin, location: wholeLineLocation, reason: explainMissingAnnotator(format) },
      ])
    const needsIds = this.options.to === 'stepmark'
    const prepare = needsIds ? (record: ImportRecord) => prepareRecord(record, line) : undefined
    const records = makeRecordsFromImport(importRecord, { format, line }, prepare)
    if (records.length === 0) report.unlabelled += 1
    return records.map((record) => ({
      record,
      location: origin,
      name:
        this.options.consensus === null
          ? ''
          : identifySolution(importRecord, record.solution.steps).solution,
    }))
  }

  /** Writes the annotations of one line or one solution. */
  *writeRecords(annotations: readonly LocatedRecord[]): Generator<string> {
    const { to, neutral, promptSeparator } = this.options
    const [first] = annotations
    if (!first) return
    try {
      const writtenBefore = this.report.written
      for (const { record } of annotations)
        for (const line of outputFormats[to].write(record, { neutral, promptSeparator })) {
          this.report.written += 1
          yield line
        }
      if (this.report.written === writtenBefore) this.report.inexpressible += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.addLineErrors([
        { ...first.location, location: wholeLineLocation, reason: error.message },
      ])
    }
  }

  private addLineErrors(errors: readonly LineError[]): [] {
    this.report.invalidLines += 1
    for (const error of errors) this.reportLineError(error)
    return []
  }
}

function getOrigin(item: ReadableItem) {
  return { line: item.line, offset: item.offset, excerpt: makeItemExcerpt(item) }
}

/**
 * Answers and verdicts as in an import. Ids are derived from the content, so that the same file gives the same bytes. Ids of
 * annotations start with the line number, because annotations are sorted by id.
 */
function prepareRecord(record: ImportRecord, line: number): ImportAssignedValues {
  const { problem, solutions } = prepareLine(record, { line, offset: 0, excerpt: '' })
  return {
    problemId: makeId(problem.identity),
    solutions: solutions.map((solution) => ({
      id: makeId(solution.identity),
      answer: solution.answer,
      verdict: solution.verdict as ImportAssignedValues['solutions'][number]['verdict'],
      verdictReason: solution.verdictReason,
      verdictSource: solution.verdictSource,
      graderVersion: solution.graderVersion,
      annotationIds: solution.annotations.map(({ identity }) =>
        makeId(line.toString(16).padStart(12, '0') + identity),
      ),
    })),
  }
}

/** A UUID of version 8, whose digits are free to choose. */
function makeId(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
