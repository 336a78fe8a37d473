import { formatBytes, formatDuration } from '@/lib/platform/format'
import { printMessage, showStatusLine, type Terminal } from './terminal'

const redrawIntervalMs = 200
/** Interval for logs, so that they do not fill up. */
const logIntervalMs = 10_000
const barWidth = 24

/** State of a progress bar. */
export interface ProgressState {
  done: number
  /** Null if unknown. */
  total: number | null
  /** Formats a count, by default as bytes. */
  format?: (count: number) => string
  /** More information. */
  detail?: string
}

/** Shows progress: a bar in a terminal, otherwise a line from time to time. */
export class ProgressReporter {
  private readonly startedAt = performance.now()
  private lastShownAt: number
  private firstDone: number | null = null

  constructor(
    private readonly terminal: Terminal,
    /** `sending` */
    private readonly label: string,
  ) {
    // The bar appears at once, the first log line only after a while.
    this.lastShownAt = terminal.isInteractive ? -Infinity : this.startedAt
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000
  }

  show(state: ProgressState): void {
    // The rate does not count what was already done before, for example by an interrupted download.
    this.firstDone ??= state.done
    const now = performance.now()
    if (now - this.lastShownAt < (this.terminal.isInteractive ? redrawIntervalMs : logIntervalMs))
      return
    this.lastShownAt = now
    const description = formatProgress(state, (state.done - this.firstDone) / this.seconds)
    if (this.terminal.isInteractive)
      showStatusLine(
        this.terminal,
        `${this.label} ${formatProgressBar(state.done, state.total)}${description}`,
      )
    else printMessage(this.terminal, `${this.label}: ${description}`)
  }

  clear(): void {
    showStatusLine(this.terminal, '')
  }
}

/** @param rate per second */
export function formatProgress(
  { done, total, format = formatBytes, detail }: ProgressState,
  rate: number,
): string {
  const parts = [total === null ? format(done) : `${format(done)} of ${format(total)}`]
  if (detail !== undefined) parts.push(detail)
  if (Number.isFinite(rate) && rate > 0) {
    parts.push(`${format(rate)}/s`)
    if (total !== null && total > done) parts.push(`${formatDuration((total - done) / rate)} left`)
  }
  return parts.join(', ')
}

/** `[######------------------]  25% `; empty if the total is unknown. */
export function formatProgressBar(doneCount: number, total: number | null): string {
  if (total === null || total <= 0) return ''
  const share = Math.min(1, doneCount / total)
  const filledWidth = Math.floor(share * barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(filledWidth)}${'-'.repeat(barWidth - filledWidth)}] ${percent}% `
}

/** Passes chunks through and shows bytes and rate in a terminal. */
export async function* passThroughWithProgress(
  terminal: Terminal,
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  totalBytes: number | null,
): AsyncGenerator<Uint8Array> {
  const progress = new ProgressReporter(terminal, 'reading')
  let bytes = 0
  try {
    for await (const chunk of stream) {
      yield chunk
      bytes += chunk.length
      if (terminal.isInteractive) progress.show({ done: bytes, total: totalBytes })
    }
  } finally {
    progress.clear()
  }
}
