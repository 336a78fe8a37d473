import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BinaryCopyParser } from './binary-copy-parser'

const fileHeader = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const end = Buffer.from([0xff, 0xff])

function writeRow(values: readonly (Buffer | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(values.length)
  const parts = values.flatMap((value) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(value?.length ?? -1)
    return value ? [length, value] : [length]
  })
  return Buffer.concat([count, ...parts])
}

const writeFloat = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

test('reads values of each supported type, and null', () => {
  const int = Buffer.alloc(4)
  int.writeInt32BE(-7)
  const row = writeRow([
    Buffer.from('né'),
    Buffer.from('00ff10', 'hex'),
    int,
    writeFloat(0.1),
    null,
  ])
  const parser = new BinaryCopyParser()
  const [read] = parser.parsePiece(Buffer.concat([fileHeader, row, end]))
  parser.end()
  expect([read!.text(0), read!.hex(1), read!.key(1), read!.int(2), read!.float8(3)]).toEqual([
    ...['né', '00ff10', '\u0000\u00ff\u0010', -7, 0.1],
  ])
  expect([read!.text(4), read!.int(4), read!.float8(4)]).toEqual([null, null, null])
  expect(() => read!.hex(4)).toThrow(RangeError)
  expect(() => read!.text(5)).toThrow(RangeError)
})

/** As PostgreSQL sends a smallint[]: 21 is the type's id. */
function writeSmallInts(values: readonly (number | null)[], dimensions = 1): Buffer {
  const head = values.length === 0 ? [0, 0, 21] : [dimensions, 1, 21, values.length, 1]
  const integers = head.concat(dimensions === 2 ? [1, 1] : []).map(writeInt)
  const elements = values.flatMap((value) => {
    if (value === null) return [writeInt(-1)]
    const bytes = Buffer.alloc(2)
    bytes.writeInt16BE(value)
    return [writeInt(2), bytes]
  })
  return Buffer.concat([...integers, ...elements])
}

function writeInt(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

test('reads lists of small integers with nulls from COPY output', () => {
  const lists = [[1, null, -1], [], [0], [null, null, 300]]
  const parser = new BinaryCopyParser()
  const row = writeRow([...lists.map((list) => writeSmallInts(list)), null, writeSmallInts([1], 2)])
  const [read] = parser.parsePiece(Buffer.concat([fileHeader, row, end]))
  expect(lists.map((_, column) => read!.smallInts(column))).toEqual(lists)
  expect(read!.smallInts(4)).toBeNull()
  expect(() => read!.smallInts(5)).toThrow('2 dimensions')
})

test('rejects data that is not COPY output', () => {
  expect(() => new BinaryCopyParser().parsePiece(Buffer.alloc(40))).toThrow('Not COPY output')
})

test('reads every row of COPY output once and in order, however the stream is split', () => {
  const value = fc.option(fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)))
  const rows = fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      rows,
      fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1 }),
      (expectedRows, sizes) => {
        const bytes = Buffer.concat([fileHeader, ...expectedRows.map(writeRow), end])
        const readRows: (string | null)[][] = []
        const parser = new BinaryCopyParser()
        for (let offset = 0, i = 0; offset < bytes.length; i++) {
          const size = sizes[i % sizes.length]!
          const read = parser.parsePiece(bytes.subarray(offset, offset + size))
          offset += size
          for (const row of read) {
            const { length } = expectedRows[readRows.length]!
            readRows.push(Array.from({ length }, (_, column) => row.text(column)))
          }
        }
        expect(readRows).toEqual(
          expectedRows.map((values) => values.map((value) => value?.toString('utf8') ?? null)),
        )
        parser.end()
      },
    ),
  )
})

test('rejects COPY output that is incomplete or continues after its end', () => {
  const bytes = Buffer.concat([fileHeader, writeRow([Buffer.from('a'), null]), writeRow([]), end])
  for (let length = 0; length < bytes.length; length++) {
    const parser = new BinaryCopyParser()
    parser.parsePiece(bytes.subarray(0, length))
    expect(() => parser.end()).toThrow('incomplete')
  }
  const parser = new BinaryCopyParser()
  expect(parser.parsePiece(bytes)).toHaveLength(2)
  parser.end()
  expect(parser.parsePiece(writeRow([null]))).toEqual([])
  expect(() => parser.end()).toThrow('incomplete')
})
