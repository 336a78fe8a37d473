import { beforeEach, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { countWaiting, holding } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claim, claimSolution, finish, join, readItems } from '@/lib/queue/testing/made-queue'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type MadeProject,
  runImport,
  sendLines,
} from '@/prisma/seed/factories'
import { runStarted, startLines } from './testing/started-import'

// What goes on while an import is open: read and stored, and not committed.

useTestDatabase()

let project: MadeProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const labelled = ['Why?', 'How?', 'When?'].map((prompt) => ({
  ...{ prompt, completions: ['One.', 'Two.', 'Three.'], labels: [true, false, false] },
}))

/** Does `meanwhile` when all lines of an import are stored, and right before it queues. */
async function whileOpen(
  options: Parameters<typeof startLines>[2],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const started = await startLines(project, labelled, options)
  const held = await holding(
    (db) => lockVerdicts(db, project.id, 'alone'),
    async () => {
      const run = runStarted(started)
      await expect.poll(countWaiting).toBe(1)
      await meanwhile()
      return { run }
    },
  )
  expect(await held.run).toBeUndefined()
}

test.each([
  ['known answers', { labels: 'gold' }],
  ['labels', { labels: 'keep' }],
  ['known answers that are only checked', { labels: 'gold', dryRun: true }],
] as const)('people claim and submit what waits while %s come for it', async (_, options) => {
  await importLines(project, labelled, { labels: 'leave-out' })
  const [first, second] = await join(project, 2)
  const served = await claimSolution(project, first!)
  await whileOpen(options, async () => {
    await finish(project, first!, served)
    expect(await claim(project, second!)).toMatchObject({ kind: 'solution' })
  })
  const places = (await readItems(project)).map(({ held, done, wanted }) =>
    [held, done, wanted].join(),
  )
  const open = 'dryRun' in options ? ['0,0,1'] : []
  expect(places.toSorted((a, b) => a.localeCompare(b))).toEqual([...open, '0,1,1', '1,0,1'])
})

test('no place is left that nobody has taken', async () => {
  project = await makeProject({ overlap: 3 }, project.admin)
  await importLines(project, labelled, { labels: 'leave-out' })
  const [first, second] = await join(project, 2)
  await finish(project, first!, await claimSolution(project, first!))
  await importLines(project, labelled, { labels: 'gold' })
  expect(await readItems(project)).toMatchObject([{ held: 0, done: 1, wanted: 1 }])
  expect(await claim(project, second!)).toMatchObject({ kind: 'none_left' })
})

test('who is at a problem submits while its solutions are ranked anew', async () => {
  await importLines(project, [makeProblemLine('a', [0.5, 0.6])])
  const [person] = await join(project, 1)
  const served = await claimSolution(project, person!)
  const samples = [{ id: 'a/new', steps: ['So.'], answer: '3', score: 0.9 }]
  const started = await startLines(project, [{ ...makeProblemLine('a', []), samples }])
  // The last that an import does is to remove its file.
  const takeFile = (db: Parameters<Parameters<typeof holding>[0]>[0]) => db.$queryRaw`
    select from stored_file where project_id = ${project.id}::uuid for update`
  const held = await holding(takeFile, async () => {
    const run = runStarted(started)
    await expect.poll(countWaiting).toBe(1)
    await finish(project, person!, served)
    return { run }
  })
  await held.run
  const places = (await readItems(project)).map(({ held: taken, done }) => [taken, done].join())
  expect(places.toSorted((a, b) => a.localeCompare(b))).toEqual(['0,0', '0,0', '0,1'])
})

test('another project imports many, and tables can be tidied', async () => {
  const many = Array.from({ length: 120 }, (_, i) =>
    makeProblemLine(`p${i}`, [0.1, 0.2, 0.3, 0.4, 0.5]),
  )
  const { id } = await sendLines(project, many)
  const other = await makeProject({}, project.admin)
  const { id: otherId } = await sendLines(other, many)
  const started = await startLines(project, many)
  const held = await holding(
    (db) => lockVerdicts(db, project.id, 'alone'),
    async () => {
      const run = runStarted(started)
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      expect(await runImport(other, otherId)).toMatchObject({ state: 'done', solutions: 600 })
      const [row] = await getDatabase().$queryRaw<{ locks: number }[]>`
        select count(*)::int as locks from pg_locks
        where mode = 'ShareUpdateExclusiveLock' and locktype = 'relation'`
      expect(row!.locks).toBe(0)
      return { run }
    },
  )
  expect(await held.run).toBeUndefined()
  expect(await runImport(project, id)).toMatchObject({ solutions: 0, repeated: 600 })
  const [row] = await getDatabase().$queryRaw<{ rows: number }[]>`
    select reltuples::int as rows from pg_class where oid = 'solution'::regclass`
  expect(row!.rows).toBeGreaterThan(1_000)
})
