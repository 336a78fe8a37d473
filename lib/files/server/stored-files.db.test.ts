import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { getDatabase, type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject } from '@/prisma/seed/factories'
import { type FileKey, findFileSize } from './file-chunks.sql'
import {
  appendToFile,
  maxStoredChunkBytes,
  createStoredFile,
  openFileWriter,
  readStoredFile,
  readWholeFile,
  removeStoredFile,
} from './stored-files'

useTestDatabase()

let projectId: string
beforeAll(async () => {
  projectId = (await makeProject()).id
})

const transact = <T>(run: (db: Transaction) => Promise<T>) => getDatabase().$transaction(run)

/** Returns the size of the file. */
const upload = (file: FileKey, offset: number, bytes: Uint8Array) =>
  runTransaction(getTransferDatabase(), (transaction) =>
    appendToFile(transaction, file, offset, bytes),
  )

async function makeFile(pieces: readonly Uint8Array[] = []) {
  const fileId = await transact((db) => createStoredFile(db, projectId))
  const file = { projectId, fileId }
  let size = 0
  for (const piece of pieces) size = await upload(file, size, piece)
  return file
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

type StoredFile = Awaited<ReturnType<typeof makeFile>>
const read = (file: StoredFile, range?: { from: number; to: number }) =>
  collect(readStoredFile(getDatabase(), file, range))
const readWhole = (file: StoredFile) =>
  runTransaction(getDatabase(), (transaction) => collect(readWholeFile(transaction, file)))

test('any byte range of a file uploaded in chunks can be read', async () => {
  const pieces = [10, maxStoredChunkBytes, 1, 0, 2 * maxStoredChunkBytes + 77, 5_000].map((n) =>
    randomBytes(n),
  )
  const file = await makeFile(pieces)
  const allBytes = Buffer.concat(pieces)
  expect(await findFileSize(getDatabase(), file)).toBe(allBytes.length)
  expect((await read(file)).equals(allBytes)).toBe(true)
  expect((await readWhole(file)).equals(allBytes)).toBe(true)
  const edges = [0, 9, 10, maxStoredChunkBytes + 10, maxStoredChunkBytes + 11, allBytes.length]
  const offset = fc.oneof(
    fc.integer({ min: 0, max: allBytes.length + 10 }),
    fc.constantFrom(...edges.flatMap((edge) => [edge, edge + 1, Math.max(0, edge - 1)])),
  )
  await fc.assert(
    fc.asyncProperty(offset, offset, async (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      expect((await read(file, { from, to })).equals(allBytes.subarray(from, to))).toBe(true)
    }),
    { numRuns: isFullTestRun ? 30 : 12 },
  )
})

describe('uploading a chunk', () => {
  test('a second time adds only bytes that the file does not have yet, and returns its size', async () => {
    const file = await makeFile([Buffer.from('one '), Buffer.from('two ')])
    const add = (offset: number, text: string) => upload(file, offset, Buffer.from(text))
    expect(await add(4, 'two ')).toBe(8)
    expect(await add(0, 'one two')).toBe(8)
    expect(await add(2, '')).toBe(8)
    expect(await add(4, 'two three')).toBe(13)
    expect(String(await read(file))).toBe('one two three')
  })

  test('is rejected if it leaves a gap or overlaps different bytes; the error contains the size of the file', async () => {
    const file = await makeFile([Buffer.from('one '), Buffer.from('two ')])
    for (const [offset, text] of [
      [9, 'x'],
      [9, ''],
      [4, 'too '],
      [7, '_three'],
      [0, 'one two_'],
    ] as const) {
      const adding = upload(file, offset, Buffer.from(text))
      await expect(adding).rejects.toMatchObject({
        code: 'conflict',
        details: { receivedBytes: 8 },
      })
    }
    expect(String(await read(file))).toBe('one two ')
  })

  test('several times concurrently stores it only once', async () => {
    for (let round = 0; round < 5; round++) {
      const file = await makeFile()
      const piece = randomBytes(1_000)
      const sizes = await Promise.all(Array.from({ length: 6 }, () => upload(file, 0, piece)))
      expect(sizes).toEqual(sizes.map(() => 1_000))
      expect((await read(file)).equals(piece)).toBe(true)
    }
  })

  test('concurrently with others at the same offset stores only the first', async () => {
    const file = await makeFile()
    const pieces = Array.from({ length: 6 }, () => randomBytes(1_000))
    const outcomes = await Promise.allSettled(pieces.map((piece) => upload(file, 0, piece)))
    const stored = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [pieces[i]!] : []))
    expect(stored).toHaveLength(1)
    expect((await read(file)).equals(stored[0]!)).toBe(true)
  })
})

test('writing a file in pieces of any size returns its size and hash', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 50 }),
          fc.uint8Array({ maxLength: 50 }),
          fc.integer({ min: 0, max: 2 * maxStoredChunkBytes }).map((size) => randomBytes(size)),
        ),
        { maxLength: 8 },
      ),
      async (pieces) => {
        const allBytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
        const closedFile = await runTransaction(getTransferDatabase(), async (transaction) => {
          const writer = await openFileWriter(transaction, projectId)
          for (const piece of pieces) {
            await writer.write(piece)
            if (typeof piece !== 'string') piece.fill(0) // the caller reuses the buffer
          }
          return writer.close()
        })
        const file = { projectId, fileId: closedFile.fileId }
        expect(closedFile.bytes).toBe(allBytes.length)
        expect(closedFile.sha256).toEqual(createHash('sha256').update(allBytes).digest())
        expect(await findFileSize(getDatabase(), file)).toBe(allBytes.length)
        expect((await read(file)).equals(allBytes)).toBe(true)
      },
    ),
    { numRuns: isFullTestRun ? 20 : 8 },
  ))

test('small writes to a file are joined into few chunks', async () => {
  const { fileId } = await runTransaction(getTransferDatabase(), async (transaction) => {
    const writer = await openFileWriter(transaction, projectId)
    for (let i = 0; i < 30_000; i++) await writer.write(`${'x'.repeat(99)}\n`)
    return writer.close()
  })
  const rows = await getDatabase().$queryRaw<{ size: number }[]>`
    select length(data) as size from stored_chunk
    where project_id = ${projectId}::uuid and file_id = ${fileId}::uuid order by position`
  expect(rows.map(({ size }) => size)).toEqual([
    maxStoredChunkBytes,
    maxStoredChunkBytes,
    3_000_000 % maxStoredChunkBytes,
  ])
})

test('a file whose transaction is rolled back leaves nothing behind', async () => {
  let fileId = ''
  const failedTransaction = runTransaction(getTransferDatabase(), async (transaction) => {
    const writer = await openFileWriter(transaction, projectId)
    await writer.write('some')
    fileId = (await writer.close()).fileId
    throw new Error('afterwards')
  })
  await expect(failedTransaction).rejects.toThrow('afterwards')
  expect(await findFileSize(getDatabase(), { projectId, fileId })).toBeNull()
})

test('removing a file deletes its chunks, even while it is being read or if it is removed twice', async () => {
  const file = await makeFile([randomBytes(9 * maxStoredChunkBytes)])
  const reader = readStoredFile(getDatabase(), file)
  expect((await reader.next()).done).toBe(false)
  await transact((db) => removeStoredFile(db, file))
  await expect(collect(reader)).rejects.toMatchObject({ code: 'not_found' })
  await transact((db) => removeStoredFile(db, file))
  expect(await findFileSize(getDatabase(), file)).toBeNull()
  await expect(read(file)).rejects.toMatchObject({ code: 'not_found' })
  const adding = upload(file, 0, Buffer.from('x'))
  await expect(adding).rejects.toMatchObject({ code: 'not_found' })
  const [row] = await getDatabase().$queryRaw<{ count: bigint }[]>`
    select count(*) from stored_chunk where file_id = ${file.fileId}::uuid`
  expect(row?.count).toBe(0n)
})

test('reading a whole file in a transaction ends when the file is removed, and can be ended early', async () => {
  const file = await makeFile([randomBytes(9 * maxStoredChunkBytes)])
  await runTransaction(getDatabase(), async (transaction) => {
    const endedReader = readWholeFile(transaction, file)
    expect((await endedReader.next()).value).toHaveLength(maxStoredChunkBytes)
    await endedReader.return(undefined)
    const reader = readWholeFile(transaction, file)
    expect((await reader.next()).done).toBe(false)
    await transact((db) => removeStoredFile(db, file))
    await expect(collect(reader)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findFileSize(transaction.db, file)).toBeNull()
  })
  await expect(readWhole(file)).rejects.toMatchObject({ code: 'not_found' })
})

test('a file of another project is not found', async () => {
  const file = await makeFile([Buffer.from('ours')])
  const otherProject = { projectId: (await makeProject()).id, fileId: file.fileId }
  expect(await findFileSize(getDatabase(), otherProject)).toBeNull()
  await expect(read(otherProject)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readWhole(otherProject)).rejects.toMatchObject({ code: 'not_found' })
  await transact((db) => removeStoredFile(db, otherProject))
  expect(String(await read(file))).toBe('ours')
})
