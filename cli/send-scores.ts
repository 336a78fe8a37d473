import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { type ImportItemPosition, buildLineError } from '@/lib/formats/excerpt'
import { parseJsonLine } from '@/lib/formats/parse-json'
import { getItemPosition, type InputItem, readItems } from '@/lib/formats/read-items'
import type { LineError } from '@/lib/formats/record'
import { formatQuantity } from '@/lib/platform/format'
import { scoreLineKeys } from '@/lib/scoring/score-line'
import { LineErrorPrinter } from './line-error-printer'
import type { InputSource } from './open-input'
import { ProgressReporter } from './progress'
import { sendScoreLines } from './score-requests'
import type { ProjectConnection } from './server-connection'

/** The limit of the contract; a test compares them. */
export const maxScoreLinesPerRequest = 1_000
/** Half of the body limit, because numbers can get longer when they are rewritten. */
const maxBatchBytes = 1024 * 1024

/** Counts of the lines of a file. */
export interface ScoreLineCounts {
  lines: number
  stored: number
  /** Already in the run. */
  repeated: number
  rejected: number
  /** Rejected: they match no solution or several. */
  unknown: number
  /** Rejected: another line scored the same solution. */
  twice: number
}

interface BatchLine {
  position: ImportItemPosition
  line: number
  sample: Record<string, unknown>
}

/**
 * Sends the scores of a file in batches and reports invalid lines. Memory: a batch.
 *
 * @param begin called once before the first batch; returns the id of the run
 */
export async function uploadScoreFile(
  context: ProjectConnection,
  source: InputSource,
  begin: () => Promise<string>,
): Promise<ScoreLineCounts> {
  const upload = new ScoreUpload(context, source, begin)
  try {
    return await upload.sendFile()
  } finally {
    upload.end()
  }
}

class ScoreUpload {
  private readonly counts: ScoreLineCounts = {
    lines: 0,
    stored: 0,
    repeated: 0,
    rejected: 0,
    unknown: 0,
    twice: 0,
  }
  private readonly progress: ProgressReporter
  private readonly errorPrinter: LineErrorPrinter
  private run: string | null = null
  private batch: BatchLine[] = []
  private batchBytes = 0
  /** Errors in the lines of this batch, printed in file order together with those that the server finds. */
  private lineErrors: LineError[] = []
  private readBytes = 0

  constructor(
    private readonly context: ProjectConnection,
    private readonly source: InputSource,
    private readonly begin: () => Promise<string>,
  ) {
    this.progress = new ProgressReporter(context.terminal, 'sending')
    this.errorPrinter = new LineErrorPrinter(context.terminal, source.name)
  }

  end(): void {
    this.progress.clear()
    this.errorPrinter.end()
  }

  async sendFile(): Promise<ScoreLineCounts> {
    const bytes = decompressIfGzip(this.countBytes())
    for await (const item of readItems(bytes, { format: 'scored-samples' })) {
      this.context.signal?.throwIfAborted()
      this.counts.lines += 1
      await this.addItem(item)
    }
    await this.send()
    return this.counts
  }

  private async *countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source.open() as AsyncIterable<Uint8Array>) {
      this.readBytes += chunk.length
      yield chunk
    }
  }

  private async addItem(item: InputItem): Promise<void> {
    if ('error' in item) {
      this.lineErrors.push(item.error)
      return
    }
    const position = getItemPosition(item)
    const parsed = 'row' in item ? notJsonError : parseJsonLine(item.text)
    if (!parsed.ok) {
      this.lineErrors.push(buildLineError(position, parsed))
      return
    }
    const fields = parsed.value as Record<string, unknown>
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      this.lineErrors.push(buildLineError(position, notJsonError))
      return
    }
    const { batch, batchBytes } = this
    if (batch.length === maxScoreLinesPerRequest || batchBytes + item.byteLength > maxBatchBytes)
      await this.send()
    const entries = scoreLineKeys.filter((key) => key in fields).map((key) => [key, fields[key]])
    this.batch.push({
      position,
      line: item.line,
      sample: Object.fromEntries(entries) as BatchLine['sample'],
    })
    this.batchBytes += item.byteLength
  }

  private async send(): Promise<void> {
    const { context, batch, counts, lineErrors } = this
    if (batch.length > 0) {
      this.run ??= await this.begin()
      const lines = batch.map(({ line, sample }) => ({ line, sample }))
      const reply = await sendScoreLines(context, this.run, lines)
      counts.stored += reply.stored
      counts.repeated += reply.repeated
      for (const rejected of reply.rejected) {
        const { position } = batch.find(({ line }) => line === rejected.line)!
        lineErrors.push(
          buildLineError(position, { location: rejected.location, reason: rejected.reason }),
        )
        if (rejected.kind !== 'unfit') counts[rejected.kind] += 1
      }
    }
    lineErrors.sort((a, b) => a.line - b.line)
    for (const error of lineErrors) this.errorPrinter.report(error)
    counts.rejected += new Set(lineErrors.map(({ line }) => line)).size
    this.batch = []
    this.batchBytes = 0
    this.lineErrors = []
    const detail = formatQuantity(counts.stored + counts.repeated, 'solution')
    this.progress.show({ done: this.readBytes, total: this.source.bytes, detail })
  }
}

const notJsonError = { ok: false, location: 'line', reason: 'It is not a JSON object.' } as const
