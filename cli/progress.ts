import { formatBytes, formatDuration } from '@/lib/platform/format'
import { say, sayInPlace, type Shell } from './shell'

const drawEveryMs = 200
/** Where nobody watches, a log should not fill up. */
const sayEveryMs = 10_000
const barWidth = 24

/** How far something is. */
export interface Reached {
  done: number
  /** Null where nobody knows. */
  all: number | null
  /** `12 MB`; left out: bytes. */
  format?: (count: number) => string
  /** What else is worth knowing. */
  detail?: string
}

/** Progress of one thing: a bar where somebody watches, else a line now and then. */
export class Progress {
  private readonly beganAt = performance.now()
  private drawnAt: number
  private firstDone: number | null = null

  constructor(
    private readonly shell: Shell,
    /** `sending` */
    private readonly what: string,
  ) {
    // The bar is there at once, the first line for a log only when it takes long.
    this.drawnAt = shell.isWatched ? -Infinity : this.beganAt
  }

  get seconds(): number {
    return (performance.now() - this.beganAt) / 1000
  }

  show(reached: Reached): void {
    // What an earlier run did is no work of this one.
    this.firstDone ??= reached.done
    const now = performance.now()
    if (now - this.drawnAt < (this.shell.isWatched ? drawEveryMs : sayEveryMs)) return
    this.drawnAt = now
    const words = describeReached(reached, (reached.done - this.firstDone) / this.seconds)
    if (this.shell.isWatched)
      sayInPlace(this.shell, `${this.what} ${drawBar(reached.done, reached.all)}${words}`)
    else say(this.shell, `${this.what}: ${words}`)
  }

  clear(): void {
    sayInPlace(this.shell, '')
  }
}

/** @param rate per second */
export function describeReached(
  { done, all, format = formatBytes, detail }: Reached,
  rate: number,
): string {
  const words = [all === null ? format(done) : `${format(done)} of ${format(all)}`]
  if (detail !== undefined) words.push(detail)
  if (Number.isFinite(rate) && rate > 0) {
    words.push(`${format(rate)}/s`)
    if (all !== null && all > done) words.push(`${formatDuration((all - done) / rate)} left`)
  }
  return words.join(', ')
}

/** `[######------------------]  25 % `; nothing where the end is unknown. */
export function drawBar(done: number, all: number | null): string {
  if (all === null || all <= 0) return ''
  const share = Math.min(1, done / all)
  const full = Math.floor(share * barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${percent} % `
}

/** Hands the chunks on; in a terminal says how many bytes went by, of how many, and how fast. */
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
      if (shell.isWatched) progress.show({ done: bytes, all: allBytes })
    }
  } finally {
    progress.clear()
  }
}
