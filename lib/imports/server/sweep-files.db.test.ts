import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
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
import { markImportRunStarted, setImportProgress } from './import-rows.sql'
import { getImport, readImportReport } from './queries'
import { runSweepFilesJob } from './sweep-files'
import {
  countStoredFiles,
  runJobOfStartedImport,
  startImportOfLines,
  startUploadedImport,
} from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const sweep = () => runSweepFilesJob({}, new AbortController().signal)
const readImport = (id: string) =>
  getImport.execute(project.admin, { project: project.slug, import: id })
const lines = [makeProblemLine('a', [0.5])]

async function ageFiles(days: number) {
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
  const { id: unusedImport } = await uploadImportLines(project, lines)
  const { id: checkedImport } = await uploadImportLines(project, lines)
  await runImport(project, checkedImport, { dryRun: true })
  await ageFiles(6)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(2)
  await ageFiles(2)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(0)
  expect(await readImport(unusedImport)).toMatchObject({
    state: 'cancelled',
    message: expect.stringContaining('The uploaded file expired'),
  })
  expect(await readImport(checkedImport)).toMatchObject({
    state: 'checked',
    solutions: 1,
    message: null,
  })
  await expect(startUploadedImport(project, checkedImport)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The uploaded file has expired'),
  })
})

test('deletes unreferenced files and keeps reports and files in use', async () => {
  const textWithInvalidLine = `${JSON.stringify(lines[0])}\n{}\n`
  const { id } = await uploadImportLines(project, textWithInvalidLine)
  await runImport(project, id, { onInvalidLines: 'skip' })
  const { id: receivingImport } = await uploadImportLines(project, lines)
  await getDatabase().$transaction((db) => createStoredFile(db, project.id))
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(3)
  await ageFiles(3)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(2)
  expect(await readImport(receivingImport)).toMatchObject({ state: 'receiving' })
})

test('marks an import without a job as failed, so that it can be started again', async () => {
  const importWithoutJob = await startImportOfLines(project, lines)
  await markImportRunStarted(getDatabase(), importWithoutJob.payload)
  await ageFiles(1)
  await sweep()
  expect(await readImport(importWithoutJob.id)).toMatchObject({ state: 'running' })
  await ageFiles(2)
  await sweep()
  expect(await readImport(importWithoutJob.id)).toMatchObject({ state: 'failed' })
  // A run that is alive after all is detected by its attempt number.
  expect(
    await setImportProgress(getDatabase(), importWithoutJob.payload, {
      readBytes: 1,
      readLines: 1,
    }),
  ).toBe(false)
  const { attempt } = await getDatabase().importBatch.findFirstOrThrow({
    where: { projectId: project.id, id: importWithoutJob.id },
    select: { attempt: true },
  })
  expect(attempt).toBe(importWithoutJob.payload.attempt + 1)
  expect(await runImport(project, importWithoutJob.id)).toMatchObject({
    state: 'done',
    solutions: 1,
  })
})

test('never marks an import as failed that is still waiting for its turn', async () => {
  const waitingImport = await startImportOfLines(project, lines)
  await ageFiles(30)
  await sweep()
  expect(await readImport(waitingImport.id)).toMatchObject({ state: 'running', startedAt: null })
  await runJobOfStartedImport(waitingImport)
  expect(await readImport(waitingImport.id)).toMatchObject({ state: 'done', solutions: 1 })
})

test('keeps an import’s error report for 90 days, and the first errors of the report permanently', async () => {
  const { id } = await uploadImportLines(project, `${JSON.stringify(lines[0])}\n{}\n`)
  await runImport(project, id, { onInvalidLines: 'skip' })
  const countReport = async () => {
    const importKeys = { project: project.slug, import: id }
    const reply = await readImportReport.execute(project.admin, importKeys)
    return (await readReplyLines(reply)).length
  }
  await ageFiles(89)
  await sweep()
  expect(await countReport()).toBeGreaterThan(0)
  await ageFiles(2)
  await sweep()
  expect(await countReport()).toBe(0)
  expect(await countStoredFiles(project.id)).toBe(0)
  expect((await readImport(id)).lineErrors).not.toEqual([])
})

test('does not delete the files of releases', async () => {
  const db = getDatabase()
  const releaseKey = { projectId: project.id, releaseId: randomUUID() }
  const fileId = await db.$transaction((tx) => createStoredFile(tx, project.id))
  await db.release.create({
    data: {
      projectId: project.id,
      id: releaseKey.releaseId,
      number: 1,
      name: 'first',
      options: {},
      userId: project.admin.userId,
    },
  })
  await db.releaseFile.create({
    data: { ...releaseKey, name: 'a.jsonl', fileId, bytes: 0, sha256: Buffer.alloc(32) },
  })
  await db.$transaction((tx) => createStoredFile(tx, project.id))
  await ageFiles(400)
  await sweep()
  expect(await countStoredFiles(project.id)).toBe(1)
})
