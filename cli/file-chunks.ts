import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@/lib/platform/errors'
import { maxInputFileBytes } from './file-options'
import { rejectOnAbort } from './interrupt'
import { findInputSource, makeInputSourceError, type InputSource } from './open-input'
import type { Terminal } from './terminal'

/** Half of the limit for one request. */
export const uploadChunkBytes = 8 * 1024 * 1024
/** Minimum for slow connections: at 1.5 kB/s it arrives within the three minutes that a server waits. */
export const minUploadChunkBytes = 256 * 1024

/** Finds a source that the server accepts. Throws `UsageError` for a file above its limit. */
export async function findUploadableSource(terminal: Terminal, file: string): Promise<InputSource> {
  const source = await findInputSource(terminal, file)
  if ((source.bytes ?? 0) > maxInputFileBytes)
    throw makeInputSourceError(file, 'it is larger than 2 GiB. Split it or compress it with gzip')
  return source
}

/** Splits a source into chunks and hashes it. Distinguishes errors of the source from errors of the server. */
export class FileChunkReader {
  private readonly hash: Hash = createHash('sha256')
  private readonly stream: Readable
  private readonly iterator: AsyncIterator<Uint8Array, undefined>
  private buffered: Uint8Array[] = []
  private bufferedBytes = 0
  private hasEnded = false
  /** Bytes read so far. */
  bytes = 0
  /** Size of the next chunk. */
  size = uploadChunkBytes

  /** @param signal stops waiting for bytes */
  constructor(
    private readonly source: InputSource,
    private readonly signal: AbortSignal,
  ) {
    this.stream = source.open()
    this.iterator = this.stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  }

  /** Uses smaller chunks from now on, for a slow connection. */
  halve(bytes: number): void {
    this.size = Math.max(minUploadChunkBytes, Math.ceil(Math.min(this.size, bytes) / 2))
  }

  /** The next `size` bytes, or fewer at the end; null after that. Memory: one chunk and one buffer of the stream. */
  async next(): Promise<Buffer<ArrayBuffer> | null> {
    while (this.bufferedBytes < this.size && !this.hasEnded) await this.read()
    if (this.bufferedBytes === 0) return null
    const buffer = Buffer.concat(this.buffered)
    const chunk = buffer.subarray(0, this.size)
    this.keepRemaining(buffer.subarray(chunk.length))
    return chunk
  }

  /** Skips what the server has. Throws `conflict` if the source is shorter. */
  async skip(bytes: number): Promise<void> {
    let remainingBytes = bytes
    while (remainingBytes > 0) {
      if (this.bufferedBytes === 0 && !this.hasEnded) await this.read()
      if (this.bufferedBytes === 0)
        throw new AppError(
          'conflict',
          `The server has ${bytes} bytes of this import, but ${this.source.name} has only ${this.bytes}, so it is a different file. Nothing was changed.`,
        )
      const buffer = Buffer.concat(this.buffered)
      const skippedBytes = Math.min(remainingBytes, buffer.length)
      remainingBytes -= skippedBytes
      this.keepRemaining(buffer.subarray(skippedBytes))
    }
  }

  /** Hash of everything read, in hexadecimal. */
  finish(): string {
    return this.hash.digest('hex')
  }

  /** Stops reading, also from an open pipe. */
  close(): void {
    this.stream.destroy()
  }

  private keepRemaining(remainder: Uint8Array): void {
    this.buffered = remainder.length > 0 ? [remainder] : []
    this.bufferedBytes = remainder.length
  }

  private async read(): Promise<void> {
    const value = await this.readNext()
    if (value === null) {
      this.hasEnded = true
      return
    }
    this.buffered.push(value)
    this.bufferedBytes += value.length
    this.bytes += value.length
    this.hash.update(value)
  }

  private async readNext(): Promise<Uint8Array | null> {
    const next = this.iterator.next()
    try {
      const { value, done } = await rejectOnAbort(next, this.signal)
      return done === true ? null : value
    } catch (error) {
      this.signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : 'unknown reason'
      throw new UnreadableSourceError(
        `${this.source.name} couldn’t be read to the end (${reason}). Nothing was imported.`,
      )
    }
  }
}

/** The error is in the file, not the server. */
export class UnreadableSourceError extends AppError {
  constructor(message: string) {
    super('invalid_input', message)
  }
}
