import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runInCommandTransaction } from '@/lib/auth/server/command-transaction'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { enqueueJob } from './enqueue'
import { listenToQueuedJobsInThread } from './queued-job-channel'

useTestDatabase()

const makePayload = () => ({ projectId: randomUUID(), importId: randomUUID(), attempt: 1 })

async function findPayloads(importId: string): Promise<unknown[]> {
  const rows = await getDatabase().$queryRaw<{ payload: unknown }[]>`
    select data->'payload' as payload from pgboss.job
    where name = 'import' and data->'payload'->>'importId' = ${importId}`
  return rows.map(({ payload }) => payload)
}

test('a job is queued after its transaction commits, not before', async () => {
  const payload = makePayload()
  await getDatabase().$transaction(async (db) => {
    await enqueueJob(db, 'import', payload)
    expect(await findPayloads(payload.importId)).toEqual([])
  })
  expect(await findPayloads(payload.importId)).toEqual([payload])
})

test('a transaction that is rolled back leaves no job', async () => {
  const payload = makePayload()
  const failing = getDatabase().$transaction(async (db) => {
    await enqueueJob(db, 'import', payload)
    throw new Error('after the job')
  })
  await expect(failing).rejects.toThrow('after the job')
  expect(await findPayloads(payload.importId)).toEqual([])
})

test('the job of a command is announced once its commit has succeeded', async () => {
  const announced: string[] = []
  listenToQueuedJobsInThread((job) => announced.push(job))
  const runCommand = (run: (db: Transaction) => Promise<unknown>) =>
    runInCommandTransaction(
      { arrival: { atMs: performance.now() }, timeoutMs: 5_000 },
      async ({ db }) => {
        await enqueueJob(db, 'import', makePayload())
        await run(db)
      },
    )
  const failingCommit = runCommand(async (db) => {
    await db.$executeRaw`
      create temporary table twin (id int unique deferrable initially deferred) on commit drop`
    await db.$executeRaw`insert into twin values (1), (1)`
  })
  await expect(failingCommit).rejects.toThrow('UniqueConstraintViolation')
  expect(announced).toEqual([])
  await runCommand(() => Promise.resolve())
  expect(announced).toEqual(['import'])
})

test('at most one file-sweeping job waits in the queue', async () => {
  for (let i = 0; i < 3; i++)
    await getDatabase().$transaction((db) => enqueueJob(db, 'sweep-files', {}))
  const [row] = await getDatabase().$queryRaw<{ count: bigint }[]>`
    select count(*) from pgboss.job where name = 'sweep-files'`
  expect(row?.count).toBe(1n)
})
