import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createStoredFile } from '@/lib/files/server/stored-files'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeProblemLine,
  makeProject,
  type TestProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { startImportRun, setImportProgress } from './import-rows.sql'
import { getImport, readImportReport } from './queries'
import { runSweepFilesJob } from './sweep-files'
import {
  countStoredFiles,
  runStartedImport,
  startImportOfLines,
  startUploadedImport,
} from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const sweep = () => runSweepFilesJob({}, new AbortController().signal)
const read = (id: string) => getImport.execute(project.admin, { project: project.slug, import: id })
const lines = [makeProblemLine('a', [0.5])]

async function age(days: number) {
  const db = getDatabase()
  await db.$executeRaw`
    update import_batch set created_at = created_at - make_interval(days => ${days}),
      started_at = started_at - make_interval(days => ${days}),
      finished_at = finished_at - make_interval(days => ${days})
    where project_id = ${project.id}::uuid`
  await db.$executeRaw`
    update stored_file set created_at = created_at - make_interval(days => ${days})
    where project_id = ${project.id}::uuid`
}

test('deletes an uploaded file that was left for a week, and records in its import that it expired', async () => {
  const { id: left } = await uploadImportLines(project, lines)
  const { id: checked } = await uploadImportLines(project, lines)
  await runImport(project, checked, { dryRun: true })
  await age(6)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(2)
  await age(2)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(0)
  expect(await read(left)).toMatchObject({
    state: 'cancelled',
    message: expect.stringContaining('The uploaded file expired'),
  })
  expect(await read(checked)).toMatchObject({ state: 'checked', solutions: 1, message: null })
  await expect(startUploadedImport(project, checked)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The uploaded file has expired'),
  })
})

test('deletes unreferenced files and keeps reports and files in use', async () => {
  const bad = `${JSON.stringify(lines[0])}\n{}\n`
  const { id } = await uploadImportLines(project, bad)
  await runImport(project, id, { onInvalidLines: 'skip' })
  const { id: waiting } = await uploadImportLines(project, lines)
  await getDatabase().$transaction((db) => createStoredFile(db, project.id))
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(3)
  await age(3)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(2)
  expect(await read(waiting)).toMatchObject({ state: 'receiving' })
})

test('marks an import without a job as failed, so that it can be started again', async () => {
  const lostStartedImport = await startImportOfLines(project, lines)
  await startImportRun(getDatabase(), lostStartedImport.payload)
  await age(1)
  await sweep()
  expect(await read(lostStartedImport.id)).toMatchObject({ state: 'running' })
  await age(2)
  await sweep()
  expect(await read(lostStartedImport.id)).toMatchObject({ state: 'failed' })
  // A run that is alive after all is detected by its attempt number.
  expect(
    await setImportProgress(getDatabase(), lostStartedImport.payload, {
      readBytes: 1,
      readLines: 1,
    }),
  ).toBe(false)
  const { attempt } = await getDatabase().importBatch.findFirstOrThrow({
    where: { projectId: project.id, id: lostStartedImport.id },
    select: { attempt: true },
  })
  expect(attempt).toBe(lostStartedImport.payload.attempt + 1)
  expect(await runImport(project, lostStartedImport.id)).toMatchObject({
    state: 'done',
    solutions: 1,
  })
})

test('does not mark an import as failed that waits behind others, however long', async () => {
  const waitingStartedImport = await startImportOfLines(project, lines)
  await age(30)
  await sweep()
  expect(await read(waitingStartedImport.id)).toMatchObject({ state: 'running', startedAt: null })
  await runStartedImport(waitingStartedImport)
  expect(await read(waitingStartedImport.id)).toMatchObject({ state: 'done', solutions: 1 })
})

test('keeps an import’s error report for 90 days, and its first lines permanently', async () => {
  const { id } = await uploadImportLines(project, `${JSON.stringify(lines[0])}\n{}\n`)
  await runImport(project, id, { onInvalidLines: 'skip' })
  const countReport = async () => {
    const importKeys = { project: project.slug, import: id }
    return (
      await Array.fromAsync((await readImportReport.execute(project.admin, importKeys)).lines)
    ).length
  }
  await age(89)
  await sweep()
  expect(await countReport()).toBeGreaterThan(0)
  await age(2)
  await sweep()
  expect(await countReport()).toBe(0)
  expect(await countStoredFiles(project.id)).toBe(0)
  expect((await read(id)).lineErrors).not.toEqual([])
})

test('does not delete the files of releases', async () => {
  const db = getDatabase()
  const importKeys = { projectId: project.id, releaseId: randomUUID() }
  const fileId = await db.$transaction((tx) => createStoredFile(tx, project.id))
  await db.release.create({
    data: {
      projectId: project.id,
      id: importKeys.releaseId,
      number: 1,
      name: 'first',
      options: {},
      userId: project.admin.userId,
    },
  })
  await db.releaseFile.create({
    data: { ...importKeys, name: 'a.jsonl', fileId, bytes: 0, sha256: Buffer.alloc(32) },
  })
  await db.$transaction((tx) => createStoredFile(tx, project.id))
  await age(400)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(1)
})
