import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { findInvalidUtf8 } from './find-invalid-utf8'
import { makeLineExcerpt, readLines, type InputLine } from './read-lines'

const encoder = new TextEncoder()

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Cuts at the given positions, which can be within a character. */
function cutAt(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const edges = [0, ...positions.map((position) => position % (bytes.length + 1)), bytes.length]
  edges.sort((left, right) => left - right)
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))
}

async function collect(lines: AsyncIterable<InputLine>): Promise<InputLine[]> {
  const all: InputLine[] = []
  for await (const line of lines) all.push(line)
  return all
}

async function readAll(chunks: readonly Uint8Array[], lineBytes = 1_048_576): Promise<InputLine[]> {
  return await collect(readLines(stream(chunks), { lineBytes }))
}

async function readText(text: string, lineBytes?: number): Promise<InputLine[]> {
  return await readAll([encoder.encode(text)], lineBytes)
}

describe('splitting a file into lines', () => {
  test('ends a line only at a line feed, and counts positions from the start of the file', async () => {
    expect(await readText('a\nπ\u2028\u0085\r \rb\n\n \t\r\nlast')).toEqual([
      { line: 1, offset: 0, byteLength: 1, text: 'a' },
      { line: 2, offset: 2, byteLength: 11, text: 'π\u2028\u0085\r \rb' },
      { line: 5, offset: 19, byteLength: 4, text: 'last' },
    ])
  })

  test('removes a byte order mark only at the start of the file, and a carriage return only at the line end', async () => {
    expect(await readText('\ufeffa\r\n\ufeffb\r\n')).toEqual([
      { line: 1, offset: 3, byteLength: 1, text: 'a' },
      { line: 2, offset: 6, byteLength: 4, text: '\ufeffb' },
    ])
  })

  test.each(['', '\n', '\r\n\r\n', '\ufeff', '\ufeff\n  \n'])(
    'gives no line for %j',
    async (text) => {
      expect(await readText(text)).toEqual([])
    },
  )
})

test('reads the same lines of a file for any chunk boundaries', async () => {
  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('\n', '\r\n', '😀', 'π', '\ufeff'),
      ),
    )
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.nat()),
      fc.integer({ min: 4, max: 40 }),
      async (text, positions, limit) => {
        const bytes = encoder.encode(text)
        const readAtOnce = await readAll([bytes], limit)
        expect(await readAll(cutAt(bytes, positions), limit)).toEqual(readAtOnce)
        for (const line of readAtOnce) {
          const slice = bytes.subarray(line.offset, line.offset + line.byteLength)
          if ('text' in line) expect(encoder.encode(line.text)).toEqual(slice)
          else expect(slice.length).toBeGreaterThan(limit)
        }
      },
    ),
  )
})

test('allows the source of a file to reuse a chunk once the next one is requested', async () => {
  const sharedBytes = new Uint8Array(2)
  async function* reuse() {
    for (const pair of ['ab', 'cd', '\ne']) {
      sharedBytes.set(encoder.encode(pair))
      yield sharedBytes
    }
  }
  const lines = await collect(readLines(reuse()))
  expect(lines.map((line) => 'text' in line && line.text)).toEqual(['abcd', 'e'])
})

describe('a line that is too long', () => {
  test('is reported with its size, and reading continues', async () => {
    const lines = await readText(`${'x'.repeat(300)}\n${'y'.repeat(10)}\r\n${'z'.repeat(11)}`, 10)
    expect(lines).toMatchObject([
      {
        error: {
          line: 1,
          offset: 0,
          location: 'byte 11',
          reason: 'The line is 300 bytes long; the limit is 10.',
        },
      },
      { line: 2, text: 'yyyyyyyyyy' },
      { line: 3, error: { reason: 'The line is 11 bytes long; the limit is 10.' } },
    ])
  })

  test('has at least one byte more than 1 MiB', async () => {
    const mebibyte = 'x'.repeat(1_048_576)
    const lines = await readText(`\ufeff${mebibyte}\r\n${mebibyte}x\nend`)
    expect(lines.map((line) => ('text' in line ? line.byteLength : line.error.location))).toEqual([
      1_048_576,
      'byte 1048577',
      3,
    ])
  })

  test('is read in constant memory, even if it is a gibibyte without a newline', async () => {
    const chunk = new Uint8Array(1 << 22).fill(0x61)
    async function* endless() {
      for (let count = 0; count < 256; count++) yield chunk
    }
    const before = process.memoryUsage().arrayBuffers
    const lines = await collect(readLines(endless()))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1_048_576)
    expect(lines).toMatchObject([{ byteLength: 1 << 30, error: { excerpt: 'a'.repeat(160) } }])
  })
})

describe('a line that is not UTF-8', () => {
  test.each([
    ['a stray byte', [0x61, 0xff, 0x62], 2],
    ['a continuation alone', [0x80], 1],
    ['an overlong slash', [0xc0, 0xaf], 1],
    ['an overlong three', [0x61, 0xe0, 0x80, 0xaf], 2],
    ['a surrogate', [0xed, 0xa0, 0x80], 1],
    ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 1],
    ['a character cut short', [0x61, 0x62, 0xf0, 0x9f, 0x98], 3],
  ])('is reported with the byte of %s', async (_, bytes, byte) => {
    const lines = await readAll([Uint8Array.from([...bytes, 0x0a, 0x7b, 0x7d])])
    expect(lines).toMatchObject([
      { line: 1, error: { line: 1, offset: 0, location: `byte ${byte}` } },
      { line: 2, text: '{}' },
    ])
  })

  test('is reported as UTF-16 if it begins with its byte order mark', async () => {
    const [line] = await readAll([Uint8Array.from([0xff, 0xfe, 0x7b, 0x00])])
    expect(line).toMatchObject({ error: { reason: expect.stringContaining('UTF-16') } })
  })

  test('is located at the byte that the decoder rejects', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .array(
          fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f),
        )
        .map((list) => Uint8Array.from(list)),
    )
    fc.assert(
      fc.property(bytes, (bytes) => {
        const offset = findInvalidUtf8(bytes)
        const decode = (part: Uint8Array) => () => decoder.decode(part)
        if (offset < 0) {
          expect(decode(bytes)).not.toThrow()
        } else {
          expect(decode(bytes)).toThrow(TypeError)
          expect(decode(bytes.subarray(0, offset))).not.toThrow()
        }
      }),
      { numRuns: scaleRuns(2000) },
    )
  })
})

test('an excerpt of a line is short, and can be stored and displayed', () => {
  expect(makeLineExcerpt('{"a": 1}\t')).toBe('{"a": 1}\t')
  expect(makeLineExcerpt(`a\0b\u001b[31m`)).toBe('a b [31m')
  expect(makeLineExcerpt('a\r\nb\nc\rd')).toBe('a ⏎b⏎c⏎d')
  expect(makeLineExcerpt('a\ud800b')).toBe('a\ufffdb')
  expect(makeLineExcerpt(`${'x'.repeat(159)}😀`)).toBe(`${'x'.repeat(159)}…`)
  expect(makeLineExcerpt('y'.repeat(1000))).toHaveLength(160)
})
