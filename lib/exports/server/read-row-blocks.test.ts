import { expect, test } from 'vitest'
import { readRowBlocks } from './read-row-blocks'

const id = (i: number) => `01900000-0000-7000-8000-${String(i).padStart(12, '0')}`

/** A table with rows of this size in bytes. Records how many rows each read requested. */
function makeTable(count: number, bytes: number) {
  const rows = Array.from({ length: count }, (_, i) => ({ id: id(i + 1), bytes }))
  const requestedRows: number[] = []
  let running = 0
  return {
    rows,
    requestedRows,
    isIdle: () => running === 0,
    async read(after: string, pageRows: number) {
      requestedRows.push(pageRows)
      running += 1
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return rows.filter((row) => row.id > after).slice(0, pageRows)
    },
  }
}

test.each([0, 1, 15, 16, 17, 80, 1_000])(
  'yields each of %i database rows once, in order',
  async (count) => {
    const table = makeTable(count, 100)
    const blocks = await Array.fromAsync(readRowBlocks(table.read, ({ bytes }) => bytes))
    expect(blocks.flat()).toEqual(table.rows)
  },
)

test('reads fewer rows per page if rows are large', async () => {
  const table = makeTable(60, 1024 * 1024)
  await Array.fromAsync(readRowBlocks(table.read, ({ bytes }) => bytes))
  expect(table.requestedRows.slice(0, 3)).toEqual([16, 8, 8])
})

test('reads the next page of rows in advance, and leaves no query running when stopped early', async () => {
  const table = makeTable(100, 100)
  for await (const _block of readRowBlocks(table.read, ({ bytes }) => bytes)) {
    expect(table.requestedRows).toHaveLength(2)
    break
  }
  expect(table.isIdle()).toBe(true)
})

test('receives the next page of rows while large rows are still in use', async () => {
  const table = makeTable(40, 16 * 1024)
  let used = 0
  for await (const block of readRowBlocks(table.read, ({ bytes }) => bytes)) {
    // Rows of the first page, which has 16.
    if (used === 0) expect(table.isIdle()).toBe(false)
    if (used === 4) expect(table.isIdle()).toBe(true)
    expect(block).toHaveLength(4)
    used += block.length
  }
  expect(used).toBe(40)
})

test('fails if a page of rows cannot be read, unless the caller has stopped before that page', async () => {
  const table = makeTable(100, 100)
  const read = (after: string, pageRows: number) =>
    after === id(16) ? Promise.reject(new Error('gone')) : table.read(after, pageRows)
  await expect(Array.fromAsync(readRowBlocks(read, ({ bytes }) => bytes))).rejects.toThrow('gone')
  for await (const _block of readRowBlocks(read, ({ bytes }) => bytes)) break
})
