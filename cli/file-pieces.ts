import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@/lib/platform/errors'
import { fileMaxBytes } from './file-options'
import { raceSignal } from './interrupt'
import { findSource, refuseSource, type Source } from './open-input'
import type { Shell } from './shell'

/** Half of what one call may bring. */
export const pieceBytes = 8 * 1024 * 1024
/** On the slowest line: 1.5 kB/s get it through within the three minutes that a server waits. */
export const pieceLeastBytes = 256 * 1024

/** What a server takes. Throws `UsageError` for what it would refuse after two gigabytes were sent. */
export async function findSendable(shell: Shell, file: string): Promise<Source> {
  const source = await findSource(shell, file)
  if ((source.bytes ?? 0) > fileMaxBytes)
    throw refuseSource(file, 'it has more than 2 GiB; cut it, or pack it with gzip')
  return source
}

/**
 * Cuts a source into pieces and hashes all of it. Its own trouble is no fault of the server's and is said as such.
 */
export class Pieces {
  private readonly hash: Hash = createHash('sha256')
  private readonly stream: Readable
  private readonly iterator: AsyncIterator<Uint8Array, undefined>
  private held: Uint8Array[] = []
  private heldBytes = 0
  private ended = false
  /** Bytes that were read. */
  bytes = 0
  /** How many the next piece has. */
  size = pieceBytes

  /** @param signal ends the waiting for bytes that do not come */
  constructor(
    private readonly source: Source,
    private readonly signal: AbortSignal,
  ) {
    this.stream = source.open()
    this.iterator = this.stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  }

  /** Smaller ones from now on, where the line is too slow for one of so many bytes. */
  halve(bytes: number): void {
    this.size = Math.max(pieceLeastBytes, Math.ceil(Math.min(this.size, bytes) / 2))
  }

  /** The next bytes, `size` of them but for the last; null at the end. Memory: one piece and one chunk. */
  async next(): Promise<Buffer<ArrayBuffer> | null> {
    while (this.heldBytes < this.size && !this.ended) await this.read()
    if (this.heldBytes === 0) return null
    const all = Buffer.concat(this.held)
    const piece = all.subarray(0, this.size)
    this.keep(all.subarray(piece.length))
    return piece
  }

  /** Leaves out what the server has. Throws `conflict` where there is less than that. */
  async skip(bytes: number): Promise<void> {
    let left = bytes
    while (left > 0) {
      if (this.heldBytes === 0 && !this.ended) await this.read()
      if (this.heldBytes === 0)
        throw new AppError(
          'conflict',
          `The server has ${bytes} bytes of this import, and ${this.source.name} only ${this.bytes}: it must be another file. Nothing was changed.`,
        )
      const all = Buffer.concat(this.held)
      const taken = Math.min(left, all.length)
      left -= taken
      this.keep(all.subarray(taken))
    }
  }

  /** Of everything that was read, in hexadecimal. */
  finish(): string {
    return this.hash.digest('hex')
  }

  /** Also where somebody still writes: nothing more is read. */
  close(): void {
    this.stream.destroy()
  }

  private keep(rest: Uint8Array): void {
    this.held = rest.length > 0 ? [rest] : []
    this.heldBytes = rest.length
  }

  private async read(): Promise<void> {
    const value = await this.readNext()
    if (value === null) {
      this.ended = true
      return
    }
    this.held.push(value)
    this.heldBytes += value.length
    this.bytes += value.length
    this.hash.update(value)
  }

  private async readNext(): Promise<Uint8Array | null> {
    const next = this.iterator.next()
    try {
      const { value, done } = await raceSignal(next, this.signal)
      return done === true ? null : value
    } catch (error) {
      this.signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : 'unknown reason'
      throw new UnreadableSource(
        `${this.source.name} could not be read to its end (${reason}). Nothing was imported.`,
      )
    }
  }
}

/** The file, not the server, was the trouble. */
export class UnreadableSource extends AppError {
  constructor(message: string) {
    super('invalid_input', message)
  }
}
