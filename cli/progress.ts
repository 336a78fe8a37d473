import { formatBytes, formatDuration } from '@/lib/platform/format'
import { printMessage, showStatusLine, type Terminal } from './terminal'

const drawEveryMs = 200
/** Interval for logs, so that they do not fill up. */
const logEveryMs = 10_000
const barWidth = 24

/** State of a progress bar. */
export interface ProgressState {
  done: number
  /** Null if unknown. */
  all: number | null
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
    private readonly what: string,
  ) {
    // The bar appears at once, the first log line only after a while.
    this.lastShownAt = terminal.isInteractive ? -Infinity : this.startedAt
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000
  }

  show(state: ProgressState): void {
    // The rate counts only this run's work.
    this.firstDone ??= state.done
    const now = performance.now()
    if (now - this.lastShownAt < (this.terminal.isInteractive ? drawEveryMs : logEveryMs)) return
    this.lastShownAt = now
    const description = formatProgress(state, (state.done - this.firstDone) / this.seconds)
    if (this.terminal.isInteractive)
      showStatusLine(
        this.terminal,
        `${this.what} ${formatProgressBar(state.done, state.all)}${description}`,
      )
    else printMessage(this.terminal, `${this.what}: ${description}`)
  }

  clear(): void {
    showStatusLine(this.terminal, '')
  }
}

/** @param rate per second */
export function formatProgress(
  { done, all, format = formatBytes, detail }: ProgressState,
  rate: number,
): string {
  const parts = [all === null ? format(done) : `${format(done)} of ${format(all)}`]
  if (detail !== undefined) parts.push(detail)
  if (Number.isFinite(rate) && rate > 0) {
    parts.push(`${format(rate)}/s`)
    if (all !== null && all > done) parts.push(`${formatDuration((all - done) / rate)} left`)
  }
  return parts.join(', ')
}

/** `[######------------------]  25% `; empty if the total is unknown. */
export function formatProgressBar(doneCount: number, all: number | null): string {
  if (all === null || all <= 0) return ''
  const share = Math.min(1, doneCount / all)
  const full = Math.floor(share * barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${percent}% `
}

/** Passes chunks through and shows bytes and rate in a terminal. */
export async function* reportBytesRead(
  terminal: Terminal,
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  allBytes: number | null,
): AsyncGenerator<Uint8Array> {
  const progress = new ProgressReporter(terminal, 'reading')
  let bytes = 0
  try {
    for await (const chunk of stream) {
      yield chunk
      bytes += chunk.length
      if (terminal.isInteractive) progress.show({ done: bytes, all: allBytes })
    }
  } finally {
    progress.clear()
  }
}
