import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStoredFile } from '@/lib/files/server/stored-files'
import type { StoredRecord } from '@/lib/formats/record'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { generateTrlRows } from '@/lib/formats/trl-stepwise'
import { getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject } from '@/prisma/seed/factories'
import { openParquetRowWriter } from './parquet-rows'
import { makeExportSelection } from './select-annotations'
import { readStoredAnnotations } from './stored-annotations.sql'
import { makeLabelledProject } from './testing/labelled-project'
import {
  addTestHeldOutList,
  makeTestRelease,
  readReleaseBytes,
  readReleaseLines,
} from './testing/test-releases'

useTestDatabase()

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepmark-parquet-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Row {
  prompt: string
  completions: string[]
  labels: boolean[]
}

/** Column types and rows of the file, as DuckDB reads it. */
async function readByDuckdb(bytes: Uint8Array) {
  const path = join(folder, 'release.parquet')
  await writeFile(path, bytes)
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  try {
    const description = await connection.runAndReadAll(
      `select column_name, column_type from (describe select * from read_parquet('${path}'))`,
    )
    const rows = await connection.runAndReadAll(`select * from read_parquet('${path}')`)
    return { types: description.getRows(), rows: rows.getRowObjectsJson() as unknown as Row[] }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const readBuffer = (bytes: Uint8Array) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer

test('exports PRM800K as Parquet with the same values as JSONL, and lists as lists', async (context) => {
  const samples = readSharedDataLines(context, 'prm800k/samples.jsonl').join('\n')
  const project = await makeProject()
  await importLines(project, `${samples}\n`)
  await makeTestRelease(project, {
    formats: ['trl-stepwise', 'trl-stepwise-parquet'],
    neutral: 'positive',
    filters: {
      includeUnfinished: true,
      includeGold: true,
      includeScreening: true,
      includeIrregular: true,
    },
  })
  const lines = await readReleaseLines(project, 1, 'trl-stepwise-train.jsonl')
  const expected = lines.map((line) => JSON.parse(line) as Row)
  expect(expected).toHaveLength(37)
  const bytes = await readReleaseBytes(project, 1, 'trl-stepwise-train.parquet')
  const { types, rows } = await readByDuckdb(bytes)
  expect(types).toEqual([
    ['prompt', 'VARCHAR'],
    ['completions', 'VARCHAR[]'],
    ['labels', 'BOOLEAN[]'],
  ])
  expect(rows).toEqual(expected)
  expect(await parquetReadObjects({ file: readBuffer(bytes) })).toEqual(expected)
})

test('an empty Parquet export has typed columns and no rows', async () => {
  const { project } = await makeLabelledProject(1)
  await addTestHeldOutList(project, '{"problem": "Another."}')
  const heldOut = { action: 'test' } as const
  await makeTestRelease(project, { formats: ['trl-stepwise-parquet'], neutral: 'drop', heldOut })
  const bytes = await readReleaseBytes(project, 1, 'trl-stepwise-test.parquet')
  const { types, rows } = await readByDuckdb(bytes)
  expect(rows).toEqual([])
  expect(types).toContainEqual(['labels', 'BOOLEAN[]'])
})

test('writes many Parquet rows of any text in row groups, with the same bytes twice', async () => {
  const { project } = await makeLabelledProject(1)
  const selection = makeExportSelection(project.id, { labels: 'all', includeQualityControl: true })
  const [[record] = []] = await runTransaction(getTransferDatabase(), ({ rows }) =>
    Array.fromAsync(readStoredAnnotations(rows, selection, { events: false })),
  )
  const texts = [
    'Тест',
    '例え',
    '\u0000'.slice(1),
    '"',
    '\\',
    '😀',
    'line\nline',
    'x'.repeat(200_000),
  ]
  const records = Array.from({ length: 400 }, (_, i): StoredRecord => {
    const steps = Array.from({ length: i % 4 }, (__, step) => texts[(i + step) % texts.length]!)
    const ratings = steps.map(() => (i % 3 === 0 ? -1 : 1)).slice(0, i % 3 === 0 ? 1 : 4)
    const annotation = {
      ...record!.annotation,
      ratings,
      flagged: ratings.map(() => null),
      chosen: ratings.map(() => 0),
      offered: ratings.map(() => 1),
      recordedAt: '2026-01-01T00:00:00',
    }
    return { ...record!, solution: { ...record!.solution, steps }, annotation }
  })
  const write = async () =>
    runTransaction(
      getTransferDatabase(),
      async (writer) => {
        const context = { writer, projectId: project.id }
        const rows = await openParquetRowWriter(context, { neutral: 'drop' })
        for (const each of records) await rows.add(each)
        const { fileId, ...closed } = await rows.close()
        const read = readStoredFile(writer.db, { projectId: project.id, fileId })
        return { ...closed, whole: Buffer.concat(await Array.fromAsync(read)) }
      },
      { timeout: 30_000 },
    )
  const [firstFile, secondFile] = [await write(), await write()]
  expect(firstFile.whole.equals(secondFile.whole)).toBe(true)
  const metadata = parquetMetadata(readBuffer(firstFile.whole))
  expect(metadata.row_groups.length).toBeGreaterThan(1)
  const { rows } = await readByDuckdb(firstFile.whole)
  const expected = records.flatMap((each) => [...generateTrlRows(each, { neutral: 'drop' })])
  expect(rows).toEqual(expected)
  expect(firstFile.rows).toBe(expected.length)
})
