import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { useReplicatedDatabase } from '@/lib/platform/testing/use-replicated-database'
import { closeDatabase, getDatabase, findReplicaDatabase, type Transaction } from './database'
import { findReadinessProblems } from './readiness'
import { findReplicaProblem, readReplicaState, readOnReplica } from './replica'
import { readInSnapshot } from './run-transaction'
import { findReplicaStartProblems } from './start-checks'
import { streamFromTransaction } from './stream'

// Replay ends conflicting readers at once.
const replica = useReplicatedDatabase({
  max_standby_streaming_delay: 0,
  hot_standby_feedback: 'off',
})

const limits = { statementMs: 5_000, timeout: 20_000, maxWait: 5_000 }
const isReaderError = () => false
const count = 20_000

beforeAll(() =>
  replica.onPrimary(async (client) => {
    await client.query('create table word (word text); grant all on word to stepmark')
    await client.query('alter table word set (autovacuum_enabled = off)')
  }),
)
// Closing the connections resets the state of the replica.
beforeEach(closeDatabase)
afterEach(async () => {
  process.env.DATABASE_URL = replica.primaryUrl
  process.env.STEPMARK_REPLICA_URL = replica.replicaUrl
  await replica.resume()
})

const write = (word: string) => getDatabase().$executeRaw`insert into word values (${word})`

interface ReadState {
  isReplica: boolean
  values: string[]
}

async function readState(db: Transaction): Promise<ReadState> {
  const [row] = await db.$queryRaw<[ReadState]>`
    select pg_is_in_recovery() as "isReplica", array(select word from word where length(word) < 20) as values`
  return row
}

const read = (maxWaitMs = 10_000, signal?: AbortSignal) =>
  readOnReplica(
    (source) => readInSnapshot(source, limits, ({ db }) => readState(db)),
    signal ? { maxWaitMs, isReaderError, signal } : { maxWaitMs, isReaderError },
  )

test('reads on the replica everything committed before, even if the replica is late', async () => {
  // Connections are open, so that a reader that does not wait would be done before the replica resumes.
  await read()
  await replica.pause()
  await write('late')
  const reading = read()
  await replica.waitForReader()
  await replica.resume()
  const { isReplica, values } = await reading
  expect(isReplica).toBe(true)
  expect(values).toContain('late')
})

test('waits for a lagging replica for a limited time, and does not wait again at the next read', async () => {
  await replica.pause()
  await write('behind')
  const result = await read(100)
  expect(result.isReplica).toBe(false)
  expect(result.values).toContain('behind')
  const startMs = performance.now()
  expect((await read(10_000)).isReplica).toBe(false)
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test('stops waiting for the replica when the read is cancelled', async () => {
  await replica.pause()
  await write('ended')
  const controller = new AbortController()
  const startMs = performance.now()
  const reading = read(60_000, controller.signal)
  await replica.waitForReader()
  controller.abort()
  await reading
  expect(performance.now() - startMs).toBeLessThan(20_000)
  await replica.resume()
  // The replica was not at fault.
  expect((await read()).isReplica).toBe(true)
})

test('ignores an unreachable replica and stays ready', async () => {
  process.env.STEPMARK_REPLICA_URL = 'postgresql://nobody@127.0.0.1:1/stepmark'
  expect((await read()).isReplica).toBe(false)
  expect(await findReadinessProblems()).toEqual([])
  await expect(readReplicaState()).rejects.toThrow(/reach/)
  expect(await findReplicaStartProblems()).toEqual([])
})

test('uses the primary once if all replica connections are busy, and the replica next time', async () => {
  const endSignal = Promise.withResolvers<void>()
  const readers = Array.from({ length: 5 }, () => {
    const startedSignal = Promise.withResolvers<void>()
    const endedPromise = findReplicaDatabase()!.$transaction(
      async (db) => {
        await readState(db)
        startedSignal.resolve()
        await endSignal.promise
      },
      { timeout: 60_000, maxWait: 20_000 },
    )
    return { started: startedSignal.promise, ended: endedPromise }
  })
  await Promise.all(readers.map(({ started }) => started))
  expect((await read()).isReplica).toBe(false)
  endSignal.resolve()
  await Promise.all(readers.map(({ ended }) => ended))
  expect((await read()).isReplica).toBe(true)
})

test('reads on the primary if there is no replica', async () => {
  delete process.env.STEPMARK_REPLICA_URL
  expect((await read()).isReplica).toBe(false)
  expect(await readReplicaState()).toBeNull()
  expect(await findReplicaStartProblems()).toEqual([])
})

test('does not use a server that accepts writes, or another database, as the replica', async () => {
  expect(findReplicaProblem((await readReplicaState())!)).toBeNull()
  process.env.STEPMARK_REPLICA_URL = replica.primaryUrl
  expect((await read()).isReplica).toBe(false)
  expect(findReplicaProblem((await readReplicaState())!)).toContain('accepts writes')
  // Possible after a failover: servers must start.
  expect(await findReplicaStartProblems()).toEqual([])
  process.env.STEPMARK_REPLICA_URL = replica.replica.url('postgres')
  expect((await read()).isReplica).toBe(false)
  // Reads of any kind must use the primary, because missing rows would look deleted.
  await closeDatabase()
  const reading = readOnReplica(({ minWalPosition }) => Promise.resolve(minWalPosition), {
    maxWaitMs: 10_000,
    isReaderError,
  })
  expect(await reading).toBeNull()
  expect(await findReplicaStartProblems()).toEqual([expect.stringContaining('another database')])
})

/** Deletes rows that the reader still needs, so that replay conflicts with the reader. */
async function endReaders(): Promise<void> {
  await replica.onPrimary(async (client) => {
    await client.query('delete from word where length(word) > 20')
    await client.query('vacuum word')
    await client.query('select pg_switch_wal()')
  })
  await waitForReplay()
}

async function waitForReplay(): Promise<void> {
  const upTo = await replica.onPrimary(
    async (client) =>
      (await client.query('select pg_current_wal_flush_lsn() as at')).rows[0].at as string,
  )
  await replica.onReplica(async (client) => {
    const isBehindSql = 'select pg_last_wal_replay_lsn() < $1 as is'
    while ((await client.query(isBehindSql, [upTo])).rows[0].is) await sleep(10)
  })
}

const fill = () =>
  getDatabase().$executeRaw`
    insert into word select repeat('x', 30) || n from generate_series(1, ${count}::int) n`

test('repeats a read on the primary if the replica cancels it', async () => {
  await fill()
  const sources: boolean[] = []
  const result = await readOnReplica(
    (source) =>
      readInSnapshot(source, limits, async ({ db }) => {
        const { isReplica } = await readState(db)
        sources.push(isReplica)
        if (isReplica) await endReaders()
        return readState(db)
      }),
    { maxWaitMs: 10_000, isReaderError },
  )
  expect(sources).toEqual([true, false])
  expect(result.isReplica).toBe(false)
  // The next read uses the primary right away.
  expect((await read()).isReplica).toBe(false)
})

test('does not repeat a read that fails by itself or is cancelled', async () => {
  const finalErrors = [new AppError('conflict', 'Nothing to read.'), new Error('meant')]
  for (const end of finalErrors) {
    let times = 0
    const reading = readOnReplica(
      () => {
        times += 1
        return Promise.reject(end)
      },
      { maxWaitMs: 10_000, isReaderError: (error) => error === finalErrors[1] },
    )
    await expect(reading).rejects.toBe(end)
    expect(times).toBe(1)
  }
  expect((await read()).isReplica).toBe(true)
})

test('reads nothing from a replica that has not caught up when the read begins', async () => {
  const source = { database: getDatabase(), minWalPosition: 'FFFFFFFF/0' }
  await expect(readInSnapshot(source, limits, ({ db }) => readState(db))).rejects.toThrow(
    'has not caught up',
  )
})

test("a reader can't write, not even on the primary", async () => {
  const changing = readInSnapshot(
    { database: getDatabase(), minWalPosition: null },
    limits,
    ({ db }) => db.$executeRaw`insert into word values ('by a reader')`,
  )
  await expect(changing).rejects.toThrow(/read-only/)
})

/** Lines long enough to need several blocks. */
const streamWords = (onFirst: (db: Transaction) => Promise<void>) =>
  streamFromTransaction(
    async function* (db, rows) {
      yield `${(await readState(db)).isReplica}`
      await onFirst(db)
      for await (const piece of rows.stream(Prisma.sql`select word from word`))
        for (const row of piece) yield `${row.text(0)}\n`
      yield `${(await readState(db)).values.length}`
    },
    { timeoutMs: 60_000 },
  )

test('streams lines from the replica; if it fails before the first line, from the primary', async () => {
  await fill()
  const lines = (await Array.fromAsync(streamWords(() => Promise.resolve()))).flat()
  expect(lines[0]).toBe('true')
  expect(lines.length).toBeGreaterThan(count)

  const first: string[] = []
  for await (const block of streamWords(async (db) => {
    if ((await readState(db)).isReplica) await endReaders()
  }))
    first.push(...block)
  expect(first[0]).toBe('false')
})

test('breaks off a stream that has started if the replica ends it, because another snapshot cannot continue it', async () => {
  await fill()
  let blocks = 0
  const reading = async () => {
    for await (const _ of streamWords(() => Promise.resolve())) {
      blocks += 1
      // Some blocks are buffered, and the rest has not arrived yet.
      if (blocks === 1) await endReaders()
    }
  }
  await expect(reading()).rejects.toThrow('after the first lines were sent')
  expect(blocks).toBeGreaterThan(0)
  expect((await read()).isReplica).toBe(false)
})

test('a caller that stops reading early does not make the replica count as failed', async () => {
  await fill()
  for await (const [line] of streamWords(() => Promise.resolve())) {
    expect(line).toBe('true')
    break
  }
  expect((await read()).isReplica).toBe(true)
})

// Must be last: afterwards this is not a replica anymore.
test('does not read from a promoted replica, even if it has all earlier writes', async () => {
  expect((await read()).isReplica).toBe(true)
  await replica.onReplica((client) => client.query('select pg_promote(wait_seconds => 60)'))
  await closeDatabase()
  const reading = readOnReplica(({ minWalPosition }) => Promise.resolve(minWalPosition), {
    maxWaitMs: 2_000,
    isReaderError,
  })
  expect(await reading).toBeNull()
  expect(findReplicaProblem((await readReplicaState())!)).toContain('accepts writes')
})
