import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { readStoredFile } from '@/lib/files/server/stored-files'
import { getDatabase, requestTransactionLimits } from '@/lib/platform/server/database'
import { runCallbackBeforeNthStatement } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProblemLine, makeProject, type TestProject } from '@/prisma/seed/factories'
import { ErrorReportWriter, maxPendingCharacters } from './error-report-writer'
import { getImport } from './queries'
import {
  countStoredFiles,
  runJobOfStartedImport,
  startImportOfLines,
} from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const lineError = { line: 1, offset: 0, location: 'line', reason: 'It is none.', excerpt: 'x' }

async function countChunks(): Promise<number> {
  const [row] = await getDatabase().$queryRaw<[{ chunks: number }]>`
    select count(*)::int as chunks from stored_chunk where project_id = ${project.id}::uuid`
  return row.chunks
}

/** Errors that are stored in several parts: some at once, some when the report is closed. */
function makeManyErrors() {
  const reason = 'x'.repeat(400)
  const count = Math.ceil((2.5 * maxPendingCharacters) / reason.length)
  return Array.from({ length: count }, (_, i) => ({ ...lineError, line: i + 1, offset: i, reason }))
}

async function readReport(fileId: string): Promise<unknown[]> {
  const file = { projectId: project.id, fileId }
  const bytes = Buffer.concat(await Array.fromAsync(readStoredFile(getDatabase(), file)))
  return String(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

test('stores all errors of a long report in order, part by part', async () => {
  const report = new ErrorReportWriter(project.id)
  const errors = makeManyErrors()
  for (let i = 0; i < errors.length; i += 100) await report.write(errors.slice(i, i + 100))
  expect(await countChunks()).toBeGreaterThan(1)
  const fileId = await report.close()
  expect(await readReport(fileId!)).toEqual(errors)
})

test('deletes an error report that is discarded before it is closed, and keeps a closed one', async () => {
  const openReport = new ErrorReportWriter(project.id)
  await openReport.write(makeManyErrors())
  expect(await countStoredFiles(project.id)).toBe(1)
  expect(await countChunks()).toBeGreaterThan(0)
  await openReport.discard()
  expect(await countStoredFiles(project.id)).toBe(0)
  expect(await countChunks()).toBe(0)
  const closedReport = new ErrorReportWriter(project.id)
  await closedReport.write([lineError])
  expect(await closedReport.close()).not.toBeNull()
  await closedReport.discard()
  expect(await countStoredFiles(project.id)).toBe(1)
})

test('stores a report although the thread is busy for longer than a request may be idle in a transaction', async () => {
  const report = new ErrorReportWriter(project.id)
  const errors = makeManyErrors()
  // After the file is created, the transaction is open and its limits are set.
  const lockStatement = 4
  const statements = await runCallbackBeforeNthStatement(
    lockStatement,
    () => report.write(errors),
    // Nothing happens that could be awaited: PostgreSQL ends a session that is idle for this long.
    () => sleep(requestTransactionLimits.idleMs + 500),
  )
  expect(statements[lockStatement - 1]).toMatch(/for update$/)
  expect(await readReport((await report.close())!)).toEqual(errors)
})

test('creates no report file without errors', async () => {
  await new ErrorReportWriter(project.id).discard()
  const empty = new ErrorReportWriter(project.id)
  await empty.write([])
  expect(await empty.close()).toBeNull()
  expect(await countStoredFiles(project.id)).toBe(0)
})

test('a failed import keeps the uploaded file, but not its error report', async () => {
  const started = await startImportOfLines(project, [makeProblemLine('a', [0.5]), {}], {
    onInvalidLines: 'skip',
    sha256: 'f'.repeat(64),
  })
  await runJobOfStartedImport(started)
  expect(await getImport.execute(project.admin, started.importKeys)).toMatchObject({
    state: 'failed',
  })
  expect(await countStoredFiles(project.id)).toBe(1)
  expect(await countChunks()).toBe(1)
})
