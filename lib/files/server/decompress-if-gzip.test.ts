import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decompressIfGzip, type DecompressionLimits } from './decompress-if-gzip'

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size)
    yield bytes.subarray(offset, offset + size)
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

const decompressAll = (bytes: Uint8Array, size = 7, limits?: DecompressionLimits) =>
  collect(decompressIfGzip(cut(bytes, size), limits))

const text = (pieces: number) =>
  Buffer.from(Array.from({ length: pieces }, (_, i) => `line ${i} ${i * i}\n`).join(''))

test('decompressIfGzip decompresses gzip with any number of members, in chunks of any size', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 100 }),
      async (parts, size) => {
        const gzipBytes = Buffer.concat(parts.map((part) => gzipSync(part)))
        expect(await decompressAll(gzipBytes, size)).toEqual(Buffer.concat(parts))
      },
    ),
  ))

test('decompressIfGzip returns data that is not gzip unchanged', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }).filter(([a, b]) => a !== 0x1f || b !== 0x8b),
      fc.integer({ min: 1, max: 100 }),
      async (bytes, size) => {
        expect(await decompressAll(bytes, size)).toEqual(Buffer.from(bytes))
      },
    ),
  ))

describe('decompressIfGzip rejects', () => {
  const gzipBytes = gzipSync(text(1_000))

  test('truncated gzip', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: gzipBytes.length - 1 }), async (end) => {
        await expect(decompressAll(gzipBytes.subarray(0, end))).rejects.toMatchObject({
          code: 'invalid_lines',
          message: expect.stringContaining('is missing') as string,
        })
      }),
    ))

  test('gzip with a truncated second member', async () => {
    const broken = Buffer.concat([gzipBytes, gzipBytes.subarray(0, 1)])
    await expect(decompressAll(broken, 1)).rejects.toThrow(/is missing/)
    await expect(decompressAll(broken, 1_000_000)).rejects.toThrow(/is missing/)
  })

  test('gzip with a wrong checksum, length or content', async () => {
    for (const offset of [gzipBytes.length - 1, gzipBytes.length - 8, 60]) {
      const damaged = Buffer.from(gzipBytes)
      damaged[offset] = damaged[offset]! ^ 0xff
      await expect(decompressAll(damaged)).rejects.toMatchObject({ code: 'invalid_lines' })
    }
  })

  test.each([1, 7, 1_000_000])('other data after gzip, in pieces of %d bytes', async (size) => {
    for (const trailingData of [
      Buffer.from('more\n'),
      Buffer.from([0]),
      Buffer.concat([Buffer.from([0]), gzipBytes]),
    ])
      await expect(
        decompressAll(Buffer.concat([gzipBytes, trailingData]), size),
      ).rejects.toMatchObject({
        code: 'invalid_lines',
      })
  })

  test('a decompression bomb, before it is fully decompressed', async () => {
    const gzipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    let decompressedBytes = 0
    const read = async () => {
      for await (const chunk of decompressIfGzip(cut(gzipBomb, 1_000)))
        decompressedBytes += chunk.length
    }
    await expect(read()).rejects.toMatchObject({
      code: 'invalid_lines',
      message: expect.stringContaining('100 times') as string,
    })
    expect(decompressedBytes).toBeLessThan(8 * 1024 * 1024)
  })

  test('more bytes than allowed, compressed or not', async () => {
    const limits = { maxBytes: 1_000 }
    await expect(decompressAll(text(500), 7, limits)).rejects.toThrow(/more than 1000 bytes/)
    await expect(decompressAll(gzipSync(text(500)), 7, limits)).rejects.toThrow(
      /more than 1000 bytes/,
    )
  })
})

test('decompressIfGzip accepts small data with a high compression ratio', async () => {
  const bytes = Buffer.alloc(1024 * 1024, 'a')
  expect(await decompressAll(gzipSync(bytes), 1_000)).toEqual(bytes)
})

test('decompressIfGzip passes on errors of its source, and closes the source if the reader stops early', async () => {
  const failingSource = async function* () {
    yield gzipSync(text(1_000)).subarray(0, 100)
    throw new Error('the network went away')
  }
  await expect(collect(decompressIfGzip(failingSource()))).rejects.toThrow('the network went away')
  let isSourceClosed = false
  const gzipBytes = gzipSync(text(200_000))
  const source = async function* () {
    try {
      yield* cut(gzipBytes, 1_000)
    } finally {
      isSourceClosed = true
    }
  }
  for await (const _ of decompressIfGzip(source())) break
  expect(isSourceClosed).toBe(true)
})
