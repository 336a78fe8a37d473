import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError } from '@/lib/platform/errors'

export interface DecompressionLimits {
  /** Of the output. */
  maxBytes: number
}

const gzipMagic = [0x1f, 0x8b] as const
/** Far above the compression of texts: only a file made to fill a disk. */
const ratioMax = 100
/** Output allowed at any ratio. */
const unsuspectedBytes = 1024 * 1024
const outputBytes = 256 * 1024

/**
 * Decompresses gzip, detected by its first two bytes, with one or more members; passes other bytes
 * through. Throws `invalid_lines` for truncated or damaged gzip, for other data after it, for
 * output above a hundred times the input (beyond 1 MiB), and above `maxBytes`. Memory: the largest
 * input piece.
 */
export async function* decompressIfGzip(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes }: DecompressionLimits,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0
  for await (const chunk of unpackWhereNeeded(chunks)) {
    unpacked += chunk.length
    if (unpacked > maxBytes)
      throw refuse(`The file has more than ${maxBytes} bytes when decompressed. Split it.`)
    yield chunk
  }
}

async function* unpackWhereNeeded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    let start: Uint8Array = new Uint8Array()
    while (start.length < gzipMagic.length) {
      const next = await source.next()
      if (next.done === true) break
      start = start.length === 0 ? next.value : Buffer.concat([start, next.value])
    }
    const all = startWith(start, source)
    if (gzipMagic.every((byte, i) => start[i] === byte)) yield* gunzip(all)
    else yield* all
  } finally {
    await source.return?.()
  }
}

async function* startWith(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip({ chunkSize: outputBytes })
  let packed = 0
  let unpacked = 0
  const count = async function* () {
    for await (const chunk of chunks) {
      packed += chunk.length
      yield chunk
    }
  }
  const feeding = pipeline(Readable.from(count()), unpacker)
  feeding.catch(() => undefined) // handled below
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) {
      unpacked += chunk.length
      if (unpacked > unsuspectedBytes && unpacked > ratioMax * packed)
        throw refuse(`The file decompresses to more than ${ratioMax} times its size.`)
      yield chunk
    }
  } catch (error) {
    throw explain(error)
  } finally {
    unpacker.destroy()
  }
  // Zlib stops silently at a zero byte between two members.
  if (unpacker.bytesWritten !== packed)
    throw refuse(
      `There is other data after the compressed data, from byte ${unpacker.bytesWritten} of the file.`,
    )
}

function explain(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (code === 'Z_BUF_ERROR')
    return refuse('The end of the compressed file is missing. Send it again.')
  if (code?.startsWith('Z_'))
    return refuse('The compressed file is damaged and can’t be unpacked. Compress it again.')
  return error
}

function refuse(reason: string): AppError {
  return new AppError('invalid_lines', `${reason} Nothing was changed.`)
}
