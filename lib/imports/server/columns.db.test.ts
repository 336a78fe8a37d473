import { beforeEach, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeProject,
  type TestProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { getImport } from './queries'
import { startUploadedImport } from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const table = 'Question,Output,Note\nWhat is 1+1?,"It is.\n\nTwo.",a\nWhat is 1+2?,Three.,b\n'
const columns = { problem: 'Question', text: 'Output' }

test('validates and imports a table with a column mapping', async () => {
  const { id } = await uploadImportLines(project, table, { fileName: 'table.csv' })
  const importKeys = { project: project.slug, import: id }
  await runImport(project, id, { dryRun: true, onInvalidLines: 'skip' }).catch(() => undefined)
  expect(await getImport.execute(project.admin, importKeys)).toMatchObject({
    columns: ['Question', 'Output', 'Note'],
    stepCounts: null,
    lineErrors: [{ location: 'file' }],
  })
  const dryRunReport = await runImport(project, id, { dryRun: true, columns })
  expect(dryRunReport).toMatchObject({
    state: 'checked',
    formats: 'csv',
    solutions: 2,
    invalidLines: 0,
    options: { columns },
    columns: ['Question', 'Output', 'Note'],
    stepCounts: { min: 1, median: 1, max: 2 },
    samples: [{ problem: 'What is 1+1?', steps: ['It is.', 'Two.'] }, { steps: ['Three.'] }],
  })
  expect(await runImport(project, id, { columns })).toMatchObject({ state: 'done', solutions: 2 })
  const storedSolutions = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { metadata: true },
    orderBy: { id: 'asc' },
  })
  expect(storedSolutions.map(({ metadata }) => metadata)).toEqual([{ Note: 'a' }, { Note: 'b' }])
})

test('rejects a column mapping for formats other than tables', async () => {
  const { id } = await uploadImportLines(project, table)
  await expect(
    startUploadedImport(project, id, { format: 'generic', columns }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ location: 'columns' }] },
  })
  expect(await runImport(project, id, { format: 'csv', columns })).toMatchObject({ state: 'done' })
})
