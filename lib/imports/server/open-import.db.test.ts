import { beforeEach, expect, test } from 'vitest'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  claimNextItem,
  claimSolutionOrThrow,
  completeLease,
  makeAnnotators,
  listCountsPerQueueItem,
} from '@/lib/queue/testing/queue-fixtures'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { runJobOfStartedImport, startImportOfLines } from './testing/started-import'

// Concurrent work while an import is open, with its rows stored but not committed.

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const labelledLines = ['Why?', 'How?', 'When?'].map((prompt) => ({
  prompt,
  completions: ['One.', 'Two.', 'Three.'],
  labels: [true, false, false],
}))

/** Runs `meanwhile` after all lines of an import are stored, just before the import updates the queue. */
async function whileOpen(
  options: Parameters<typeof startImportOfLines>[2],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const startedImport = await startImportOfLines(project, labelledLines, options)
  const blocked = await runWhileLocked(
    (db) => lockVerdicts(db, project.id, 'alone'),
    async () => {
      const run = runJobOfStartedImport(startedImport)
      await expect.poll(countBlockedStatements).toBe(1)
      await meanwhile()
      return { run }
    },
  )
  expect(await blocked.run).toBeUndefined()
}

test.each([
  ['known answers', { labels: 'gold' }],
  ['labels', { labels: 'keep' }],
  ['known answers that are only checked', { labels: 'gold', dryRun: true }],
] as const)('annotators can claim and submit work while %s are imported', async (_, options) => {
  await importLines(project, labelledLines, { labels: 'drop' })
  const [first, second] = await makeAnnotators(project, 2)
  const servedItem = await claimSolutionOrThrow(project, first!)
  await whileOpen(options, async () => {
    await completeLease(project, first!, servedItem)
    expect(await claimNextItem(project, second!)).toMatchObject({ kind: 'solution' })
  })
  const slots = (await listCountsPerQueueItem(project)).map(({ leased, done, slots }) =>
    [leased, done, slots].join(),
  )
  const slotsOfOpenImport = 'dryRun' in options ? ['0,0,1'] : []
  expect(slots.toSorted((a, b) => a.localeCompare(b))).toEqual([
    ...slotsOfOpenImport,
    '0,1,1',
    '1,0,1',
  ])
})

test('closes the slots of solutions that become gold', async () => {
  project = await makeProject({ overlap: 3 }, project.admin)
  await importLines(project, labelledLines, { labels: 'drop' })
  const [first, second] = await makeAnnotators(project, 2)
  await completeLease(project, first!, await claimSolutionOrThrow(project, first!))
  await importLines(project, labelledLines, { labels: 'gold' })
  expect(await listCountsPerQueueItem(project)).toMatchObject([{ leased: 0, done: 1, slots: 1 }])
  expect(await claimNextItem(project, second!)).toMatchObject({ kind: 'none_left' })
})

test('an annotation can be submitted while an import re-ranks solutions of its problem', async () => {
  await importLines(project, [makeProblemLine('a', [0.5, 0.6])])
  const [person] = await makeAnnotators(project, 1)
  const servedItem = await claimSolutionOrThrow(project, person!)
  const samples = [{ id: 'a/new', steps: ['So.'], answer: '3', score: 0.9 }]
  const startedImport = await startImportOfLines(project, [
    { ...makeProblemLine('a', []), samples },
  ])
  // An import removes its file at the end, after all other rows are written.
  const lockFile = (db: Parameters<Parameters<typeof runWhileLocked>[0]>[0]) => db.$queryRaw`
    select from stored_file where project_id = ${project.id}::uuid for update`
  const blocked = await runWhileLocked(lockFile, async () => {
    const run = runJobOfStartedImport(startedImport)
    await expect.poll(countBlockedStatements).toBe(1)
    await completeLease(project, person!, servedItem)
    return { run }
  })
  await blocked.run
  const slots = (await listCountsPerQueueItem(project)).map(({ leased, done }) =>
    [leased, done].join(),
  )
  expect(slots.toSorted((a, b) => a.localeCompare(b))).toEqual(['0,0', '0,0', '0,1'])
})

test('a running import blocks neither imports of other projects nor VACUUM', async () => {
  const manyLines = Array.from({ length: 120 }, (_, i) =>
    makeProblemLine(`p${i}`, [0.1, 0.2, 0.3, 0.4, 0.5]),
  )
  const { id } = await uploadImportLines(project, manyLines)
  const otherProject = await makeProject({}, project.admin)
  const { id: otherId } = await uploadImportLines(otherProject, manyLines)
  const startedImport = await startImportOfLines(project, manyLines)
  const blocked = await runWhileLocked(
    (db) => lockVerdicts(db, project.id, 'alone'),
    async () => {
      const run = runJobOfStartedImport(startedImport)
      await expect.poll(countBlockedStatements, { timeout: 10_000 }).toBe(1)
      expect(await runImport(otherProject, otherId)).toMatchObject({
        state: 'done',
        solutions: 600,
      })
      // The finished import may still be analysing tables.
      await expect.poll(countVacuumLocks).toBe(0)
      return { run }
    },
  )
  expect(await blocked.run).toBeUndefined()
  expect(await runImport(project, id)).toMatchObject({ solutions: 0, duplicates: 600 })
  await expect.poll(estimateSolutions).toBeGreaterThan(1_000)
})

/** Locks of relations that VACUUM and ANALYZE wait for. */
async function countVacuumLocks() {
  const [row] = await getDatabase().$queryRaw<{ locks: number }[]>`
    select count(*)::int as locks from pg_locks
    where mode = 'ShareUpdateExclusiveLock' and locktype = 'relation'`
  return row!.locks
}

/** Number of solutions as last estimated by ANALYZE. */
async function estimateSolutions() {
  const [row] = await getDatabase().$queryRaw<{ rows: number }[]>`
    select reltuples::int as rows from pg_class where oid = 'solution'::regclass`
  return row!.rows
}
