import { expect, test } from 'vitest'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useReplicatedDatabase } from '@/lib/platform/testing/use-replicated-database'
import type { TestProject } from '@/prisma/seed/factories'
import { insertAnnotationCopy } from './testing/insert-annotation-copy'
import { makeLabelledProject } from './testing/labelled-project'
import {
  makeTestRelease,
  requestRelease,
  readReleaseIndex,
  runRequestedRelease,
} from './testing/test-releases'

const replica = useReplicatedDatabase()

const listReleased = async (project: TestProject, number: number) =>
  (await readReleaseIndex(project, number)).map(({ annotation }) => annotation)

/** How often annotations have been scanned on the replica. */
const countScans = () =>
  withPgClient(replica.replicaUrl, async (client) => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ queries: number }>(
      `select (seq_scan + coalesce(idx_scan, 0))::int as queries from pg_stat_user_tables where relname = 'annotation'`,
    )
    return rows[0]!.queries
  })

test('a release contains annotations submitted before its request, although the replica lags', async () => {
  const { project, annotations } = await makeLabelledProject(3)
  // Opens connections, so that a job that does not wait would be done long before the replica continues.
  await makeTestRelease(project)
  const before = await countScans()
  await replica.pause()
  const lateAnnotation = await insertAnnotationCopy(getDatabase(), annotations[0]!, 'late')
  const { number } = await requestRelease(project)
  const writing = runRequestedRelease(project, number)
  await replica.waitForReader()
  await replica.resume()
  expect((await writing).state).toBe('done')
  expect(await listReleased(project, number)).toEqual([...annotations, lateAnnotation].toSorted())
  // A connection reports statistics when it ends, or after 10 s of idling.
  await closeDatabase()
  await expect.poll(countScans).toBeGreaterThan(before)
})

test('an annotation of a transaction that was open during a release is in the next one, once', async () => {
  const { project, annotations } = await makeLabelledProject(3)
  let lateAnnotation = ''
  const openTransaction = openLongTransaction(async (db) => {
    lateAnnotation = await insertAnnotationCopy(db, annotations[0]!, 'late')
  })
  await openTransaction.started
  // Begins after the open one and ends before the release.
  const earlyAnnotation = await insertAnnotationCopy(getDatabase(), annotations[1]!, 'early')
  const first = await makeTestRelease(project)
  await openTransaction.end()
  const next = await insertAnnotationCopy(getDatabase(), annotations[2]!, 'next')
  const second = await makeTestRelease(project, { since: first.number })
  expect(await listReleased(project, first.number)).toEqual(
    [...annotations, earlyAnnotation].toSorted(),
  )
  expect(await listReleased(project, second.number)).toEqual([lateAnnotation, next].toSorted())
  expect(await makeTestRelease(project, { since: second.number })).toMatchObject({
    state: 'failed',
  })
})

const [submissionsMin, releasesMin] = isFullTestRun ? [15, 6] : [8, 4]

test('each annotation of many concurrent writers is in exactly one of the successive releases', async () => {
  const { project, annotations } = await makeLabelledProject(3)
  const before = await countScans()
  const numbers = [(await makeTestRelease(project)).number]
  const submitted: string[] = []
  const submission = { isOver: false }
  const people = Array.from({ length: 4 }, async (_, person) => {
    for (let i = 0; i < submissionsMin || numbers.length < releasesMin; i++)
      await getDatabase().$transaction(async (db) => {
        submitted.push(await insertAnnotationCopy(db, annotations[i % 3]!, `${person}/${i}`))
        await db.$executeRaw`select pg_sleep(${(i % 5) / 100})`
      })
  })
  const allSubmitted = Promise.all(people).then(() => (submission.isOver = true))
  const makeNext = async () => {
    const { number, state } = await makeTestRelease(project, { since: numbers.at(-1)! })
    if (state === 'done') numbers.push(number)
  }
  while (!submission.isOver) await makeNext()
  await allSubmitted
  await makeNext()
  const lists: string[] = []
  for (const number of numbers) lists.push(...(await listReleased(project, number)))
  expect(lists.toSorted()).toEqual([...annotations, ...submitted].toSorted())
  // A connection reports statistics when it ends, or after 10 s of idling.
  await closeDatabase()
  await expect.poll(countScans).toBeGreaterThan(before)
})

test('a release is complete although its connection to the replica is lost while it is written', async () => {
  const { project, annotations } = await makeLabelledProject(3)
  // Opens connections, so that a later failure ends the reading and not the connecting.
  await makeTestRelease(project)
  await replica.onReplica(async (client) => {
    const endReader = async () => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'stepmark' and xact_start is not null and query ~ 'annotation'`,
      )
      return (rowCount ?? 0) > 0
    }
    // A release this small can be done before anyone sees it reading; then the next one is tried.
    for (let isEnded = false; !isEnded;) {
      const { number } = await requestRelease(project)
      const release = { isDone: false }
      const writing = runRequestedRelease(project, number).finally(() => (release.isDone = true))
      while (!isEnded && !release.isDone) isEnded = await endReader()
      expect((await writing).state).toBe('done')
      expect(await listReleased(project, number)).toEqual(annotations.toSorted())
    }
  })
})
