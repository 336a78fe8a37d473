import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError } from '@/lib/platform/errors'

export interface DecompressionLimits {
  /** Of the output. Unlimited by default. */
  maxBytes?: number
}

const gzipMagic = [0x1f, 0x8b] as const
/** Far above the compression ratio of texts: only a file made to fill a disk exceeds it. */
const maxRatio = 100
/** Output allowed at any ratio. */
const unsuspectedBytes = 1024 * 1024
const outputBytes = 256 * 1024

/**
 * Decompresses gzip, detected by its first two bytes, with one or more members; passes other bytes
 * through. Throws `invalid_lines` for truncated or damaged gzip, for other data after it, for
 * output above a hundred times the input (beyond 1 MiB), and above `maxBytes`. Keeps only the
 * largest input chunk in memory.
 */
export async function* decompressIfGzip(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes = Infinity }: DecompressionLimits = {},
): AsyncGenerator<Uint8Array> {
  let decompressedBytes = 0
  for await (const chunk of decompressWhereNeeded(chunks)) {
    decompressedBytes += chunk.length
    if (decompressedBytes > maxBytes)
      throw makeFileError(`The file has more than ${maxBytes} bytes when decompressed. Split it.`)
    yield chunk
  }
}

async function* decompressWhereNeeded(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    let start: Uint8Array = new Uint8Array()
    while (start.length < gzipMagic.length) {
      const next = await source.next()
      if (next.done === true) break
      start = start.length === 0 ? next.value : Buffer.concat([start, next.value])
    }
    const wholeStream = startWith(start, source)
    if (gzipMagic.every((byte, i) => start[i] === byte)) yield* gunzip(wholeStream)
    else yield* wholeStream
  } finally {
    await source.return?.()
  }
}

async function* startWith(
  start: Uint8Array,
  remaining: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start
  for (let next = await remaining.next(); next.done !== true; next = await remaining.next())
    yield next.value
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decompressor = createGunzip({ chunkSize: outputBytes })
  let compressedBytes = 0
  let decompressedBytes = 0
  const countCompressed = async function* () {
    for await (const chunk of chunks) {
      compressedBytes += chunk.length
      yield chunk
    }
  }
  const inputPipeline = pipeline(Readable.from(countCompressed()), decompressor)
  inputPipeline.catch(() => undefined) // handled below
  try {
    for await (const chunk of decompressor as AsyncIterable<Buffer>) {
      decompressedBytes += chunk.length
      if (decompressedBytes > unsuspectedBytes && decompressedBytes > maxRatio * compressedBytes)
        throw makeFileError(`The file decompresses to more than ${maxRatio} times its size.`)
      yield chunk
    }
  } catch (error) {
    throw toFileError(error)
  } finally {
    decompressor.destroy()
  }
  // Zlib stops silently at a zero byte between two members.
  if (decompressor.bytesWritten !== compressedBytes)
    throw makeFileError(
      `There is other data after the compressed data, from byte ${decompressor.bytesWritten} of the file.`,
    )
}

function toFileError(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (code === 'Z_BUF_ERROR')
    return makeFileError('The end of the compressed file is missing. Send it again.')
  if (code?.startsWith('Z_'))
    return makeFileError('The compressed file is damaged and can’t be unpacked. Compress it again.')
  return error
}

function makeFileError(reason: string): AppError {
  return new AppError('invalid_lines', `${reason} Nothing was changed.`)
}
