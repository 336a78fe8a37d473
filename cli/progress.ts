import { formatBytes, formatDuration } from '@/lib/platform/format'
import { printMessage, showStatusLine, type Shell } from './shell'

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
export class Progress {
  private readonly beganAt = performance.now()
  private lastShownAt: number
  private firstDone: number | null = null

  constructor(
    private readonly shell: Shell,
    /** `sending` */
    private readonly what: string,
  ) {
    // The bar appears at once, the first log line only after a while.
    this.lastShownAt = shell.isInteractive ? -Infinity : this.beganAt
  }

  get seconds(): number {
    return (performance.now() - this.beganAt) / 1000
  }

  show(state: ProgressState): void {
    // The rate counts only this run's work.
    this.firstDone ??= state.done
    const now = performance.now()
    if (now - this.lastShownAt < (this.shell.isInteractive ? drawEveryMs : logEveryMs)) return
    this.lastShownAt = now
    const description = describeProgress(state, (state.done - this.firstDone) / this.seconds)
    if (this.shell.isInteractive)
      showStatusLine(this.shell, `${this.what} ${drawBar(state.done, state.all)}${description}`)
    else printMessage(this.shell, `${this.what}: ${description}`)
  }

  clear(): void {
    showStatusLine(this.shell, '')
  }
}

/** @param rate per second */
export function describeProgress(
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
export function drawBar(doneCount: number, all: number | null): string {
  if (all === null || all <= 0) return ''
  const share = Math.min(1, doneCount / all)
  const full = Math.floor(share * barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${percent}% `
}

/** Passes chunks through and shows bytes and rate in a terminal. */
export async function* watchBytes(
  shell: Shell,
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  allBytes: number | null,
): AsyncGenerator<Uint8Array> {
  const progress = new Progress(shell, 'reading')
  let bytes = 0
  try {
    for await (const chunk of stream) {
      yield chunk
      bytes += chunk.length
      if (shell.isInteractive) progress.show({ done: bytes, all: allBytes })
    }
  } finally {
    progress.clear()
  }
}
