import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { Transaction } from './database'
import { withPgClient } from './pg-client'
import { streamFromTransaction } from './stream'

useTestDatabase()

const write = (sql: string) =>
  withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql))

async function count(db: Transaction): Promise<string> {
  const [row] = await db.$queryRaw<[{ n: number }]>`select count(*)::int as n from seen`
  return String(row.n)
}

test('lines are generated as they are read, in blocks of 64 kB', async () => {
  let generatedLines = 0
  function* generate() {
    for (; generatedLines < 1_000; generatedLines++) yield 'x'.repeat(40_000)
  }
  const blocks = streamFromTransaction(
    async function* () {
      yield generate()
    },
    { timeoutMs: 20_000 },
  )
  for await (const block of blocks) {
    expect(block).toHaveLength(2)
    await setTimeout(50) // a producer that does not wait for its reader would go on
    expect(generatedLines).toBeLessThan(20)
    break
  }
})

test('statements run without parallel workers', async () => {
  const blocks = streamFromTransaction(
    async function* (db) {
      const [row] = await db.$queryRaw<[{ workers: string }]>`
        select current_setting('max_parallel_workers_per_gather') as workers`
      yield row.workers
    },
    { timeoutMs: 20_000 },
  )
  expect((await Array.fromAsync(blocks)).flat()).toEqual(['0'])
})

test('all lines come from one snapshot, whatever is written meanwhile', async () => {
  await write('create table seen (id int)')
  const blocks = streamFromTransaction(
    async function* (db) {
      yield await count(db)
      await write('insert into seen values (1)')
      yield await count(db)
    },
    { timeoutMs: 20_000 },
  )
  expect((await Array.fromAsync(blocks)).flat()).toEqual(['0', '0'])
})
