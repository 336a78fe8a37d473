import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { runWithoutDatabase } from '@/lib/platform/testing/run-without-database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeProblemLine,
  makeProject,
  type TestProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { startImport } from './commands'
import { getImport } from './queries'
import {
  countProjectRows,
  runJobOfStartedImport,
  startImportOfLines,
} from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const text = ['a', 'b'].map((id) => `${JSON.stringify(makeProblemLine(id, [0.5]))}\n`).join('')
const hash = (bytes: string) => createHash('sha256').update(bytes).digest('hex')
const readImport = (id: string) =>
  getImport.execute(project.admin, { project: project.slug, import: id })

describe('a file with a hash from the sender', () => {
  test.each([false, true])('is imported if the hash matches (dry run: %j)', async (dryRun) => {
    const { id } = await uploadImportLines(project, text)
    const report = await runImport(project, id, { sha256: hash(text), dryRun })
    expect(report).toMatchObject({ state: dryRun ? 'checked' : 'done', sha256: hash(text) })
  })

  test.each([false, true])('is rejected if the hash differs (dry run: %j)', async (dryRun) => {
    const { id } = await uploadImportLines(project, text)
    const options = { sha256: hash(`${text} `), dryRun, onInvalidLines: 'skip' } as const
    await expect(runImport(project, id, options)).rejects.toMatchObject({
      message: expect.stringMatching(/differs from its SHA-256.*Nothing was imported/),
      details: { state: 'failed' },
    })
    expect(await countProjectRows(project.id)).toMatchObject({
      problems: 0,
      solutions: 0,
      queued: 0,
    })
  })

  test.each(['', 'abc', hash(text).toUpperCase()])(
    'is rejected with the invalid hash %j',
    (sha256) => {
      const input = { project: project.slug, import: crypto.randomUUID(), sha256 }
      expect(startImport.contract.input.safeParse(input).success).toBe(false)
    },
  )
})

test('postpones an import if no database connection is free, instead of failing it', async () => {
  const startedImport = await startImportOfLines(project, text)
  expect(await runWithoutDatabase(() => runJobOfStartedImport(startedImport))).toBe('later')
  expect(await runJobOfStartedImport(startedImport)).toBeUndefined()
  expect(await readImport(startedImport.id)).toMatchObject({ state: 'done', solutions: 2 })
})

test('an import has no start time until it runs', async () => {
  const startedImport = await startImportOfLines(project, text)
  expect(await readImport(startedImport.id)).toMatchObject({ startedAt: null })
  await runJobOfStartedImport(startedImport)
  expect(await readImport(startedImport.id)).toMatchObject({ startedAt: expect.any(String) })
  const { rows } = (
    await getDatabase().$queryRaw<{ rows: number }[]>`
    select count(*)::int as rows from import_batch where started_at >= created_at and id = ${startedImport.id}::uuid`
  )[0]!
  expect(rows).toBe(1)
})
