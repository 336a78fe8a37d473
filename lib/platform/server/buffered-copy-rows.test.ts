import { expect, test } from 'vitest'
import { parseCopyOutput } from './buffered-copy-rows'

const int16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff])
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** As in PostgreSQL's documentation: a length of -1 means null. */
function writeRows(rows: readonly (string | null)[][], extension = ''): Buffer {
  return Buffer.concat([
    Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
    ...[int32(0), int32(extension.length), Buffer.from(extension)],
    ...rows.flatMap((row) => [int16(row.length), ...row.map(writeValue)]),
    int16(-1),
  ])
}

function writeValue(value: string | null): Buffer {
  if (value === null) return int32(-1)
  const bytes = Buffer.from(value)
  return Buffer.concat([int32(bytes.length), bytes])
}

const texts = ['', 'a', '−½ ∪ 😀', 'x'.repeat(70_000), '\n\t\\']

test('reads values of COPY output unchanged, next to nulls and empty values', () => {
  const rows = parseCopyOutput(writeRows(texts.map((text) => ['id', null, text, '', 'last'])))
  expect(rows.map((row) => row.read(2))).toEqual(texts)
  expect(rows.map((row) => String(row.readBytes(2)))).toEqual(texts)
  for (const row of rows) {
    expect([row.id, row.read(3), row.read(4)]).toEqual(['id', '', 'last'])
    expect(() => row.read(1)).toThrow('Column 1 is null')
    expect(() => row.readBytes(1)).toThrow('Column 1 is null')
  }
})

test('skips a header extension of COPY output, and accepts zero rows', () => {
  expect(parseCopyOutput(writeRows([['a']], 'more')).map(({ id }) => id)).toEqual(['a'])
  expect(parseCopyOutput(writeRows([]))).toEqual([])
})

test('reports each row’s size in bytes', () => {
  const [small, large] = parseCopyOutput(writeRows([['a'], ['a', 'b'.repeat(100)]]))
  expect([small!.bytes, large!.bytes]).toEqual([5, 5 + 104])
})

test('rejects incomplete COPY output instead of returning fewer rows', () => {
  const completeOutput = writeRows([['a', 'b'], ['c']])
  for (let length = 0; length < completeOutput.length; length++)
    expect(() => parseCopyOutput(completeOutput.subarray(0, length))).toThrow(
      /Not COPY output|range|bounds/,
    )
})
