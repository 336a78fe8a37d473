import { randomUUID } from 'node:crypto'
import { unpack } from '@/lib/files/server/unpack'
import { type ItemOrigin, placeReason } from '@/lib/formats/excerpt'
import { parseJsonLine } from '@/lib/formats/parse-json'
import { describeItem, type InputItem, readItems } from '@/lib/formats/read-items'
import type { LineProblem } from '@/lib/formats/record'
import { formatNoun } from '@/lib/platform/format'
import { scoreLineKeys } from '@/lib/scoring/score-line'
import { tellLineProblem } from './line-problems'
import type { Source } from './open-input'
import { Progress } from './progress'
import { type ScoreCalls, sendScoreLines } from './score-calls'

/** As the contract has it; a test holds the two together. */
export const linesAtOnce = 1_000
/** Half of what a body may have: a number may be longer in our writing than in the file's. */
const bytesAtOnce = 1024 * 1024

/** What became of the lines of a file. */
export interface SentScores {
  lines: number
  stored: number
  /** That the run had already. */
  repeated: number
  refused: number
  /** Of the refused: what they name is no solution of the project, or several. */
  unknown: number
  /** Of the refused: their solution had its score from another line. */
  twice: number
}

interface ReadLine {
  origin: ItemOrigin
  line: number
  sample: Record<string, unknown>
}

/**
 * Sends a file's scores, batch after batch, and names every line that cannot be used. Memory: a batch.
 *
 * @param begin is called once, before the first batch: gives the id of the run
 */
export async function sendScoreFile(
  calls: ScoreCalls,
  source: Source,
  begin: () => Promise<string>,
): Promise<SentScores> {
  const sending = new ScoreSending(calls, source, begin)
  try {
    return await sending.finish()
  } finally {
    sending.clear()
  }
}

class ScoreSending {
  private readonly counts: SentScores = {
    ...{ lines: 0, stored: 0, repeated: 0, refused: 0, unknown: 0, twice: 0 },
  }
  private readonly progress: Progress
  private run: string | null = null
  private batch: ReadLine[] = []
  private batchBytes = 0
  /** Of this batch: they are told with what the server says of it, in the order of the file. */
  private problems: LineProblem[] = []
  private readBytes = 0

  constructor(
    private readonly calls: ScoreCalls,
    private readonly source: Source,
    private readonly begin: () => Promise<string>,
  ) {
    this.progress = new Progress(calls.shell, 'sending')
  }

  clear(): void {
    this.progress.clear()
  }

  async finish(): Promise<SentScores> {
    const bytes = unpack(this.countBytes(), { maxBytes: Number.MAX_SAFE_INTEGER })
    for await (const item of readItems(bytes, { format: 'scored-samples' })) {
      this.calls.signal?.throwIfAborted()
      this.counts.lines += 1
      await this.take(item)
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

  private async take(item: InputItem): Promise<void> {
    if ('problem' in item) {
      this.problems.push(item.problem)
      return
    }
    const origin = describeItem(item)
    const parsed = 'row' in item ? notJson : parseJsonLine(item.text)
    if (!parsed.ok) {
      this.problems.push(placeReason(origin, parsed))
      return
    }
    const fields = parsed.value as Record<string, unknown>
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      this.problems.push(placeReason(origin, notJson))
      return
    }
    const { batch, batchBytes } = this
    if (batch.length === linesAtOnce || batchBytes + item.byteLength > bytesAtOnce)
      await this.send()
    const kept = scoreLineKeys.filter((key) => key in fields).map((key) => [key, fields[key]])
    this.batch.push({
      origin,
      line: item.line,
      sample: Object.fromEntries(kept) as ReadLine['sample'],
    })
    this.batchBytes += item.byteLength
  }

  private async send(): Promise<void> {
    const { calls, batch, counts, problems } = this
    if (batch.length > 0) {
      this.run ??= await this.begin()
      const lines = batch.map(({ line, sample }) => ({ line, sample }))
      const reply = await sendScoreLines(calls, this.run, lines, randomUUID())
      counts.stored += reply.stored
      counts.repeated += reply.repeated
      for (const refused of reply.refused) {
        const { origin } = batch.find(({ line }) => line === refused.line)!
        problems.push(placeReason(origin, refused))
        if (refused.kind !== 'unfit') counts[refused.kind] += 1
      }
    }
    problems.sort((a, b) => a.line - b.line)
    for (const problem of problems) tellLineProblem(calls.shell, this.source.name, problem)
    counts.refused += new Set(problems.map(({ line }) => line)).size
    this.batch = []
    this.batchBytes = 0
    this.problems = []
    const detail = formatNoun(counts.stored + counts.repeated, 'solution')
    this.progress.show({ done: this.readBytes, all: this.source.bytes, detail })
  }
}

const notJson = { ok: false, place: 'line', reason: 'It is not an object in JSON.' } as const
