import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { enqueueJob } from './enqueue'

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

test('at most one file-sweeping job waits in the queue', async () => {
  for (let i = 0; i < 3; i++)
    await getDatabase().$transaction((db) => enqueueJob(db, 'sweep-files', {}))
  const [row] = await getDatabase().$queryRaw<{ count: bigint }[]>`
    select count(*) from pgboss.job where name = 'sweep-files'`
  expect(row?.count).toBe(1n)
})
