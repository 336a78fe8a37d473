import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { useReplica } from '@/lib/platform/testing/use-replica'
import { closeDatabase, getDatabase, getReplicaDatabase, type Transaction } from './database'
import { findWhyNotReady } from './readiness'
import { findReplicaProblem, lookAtReplica, readOnReplica } from './replica'
import { findUnsafeReplica } from './start-checks'
import { readAtOneInstant } from './row-transaction'
import { streamFromTransaction } from './stream'

// Readers are in the way of what is replayed for no time at all.
const used = useReplica({ max_standby_streaming_delay: 0, hot_standby_feedback: 'off' })

const limits = { statementMs: 5_000, timeout: 20_000, maxWait: 5_000 }
const isMeant = () => false
const count = 20_000

beforeAll(() =>
  used.onPrimary(async (client) => {
    await client.query('create table word (word text); grant all on word to stepmark')
    await client.query('alter table word set (autovacuum_enabled = off)')
  }),
)
// What was found out about the replica is forgotten with its connections.
beforeEach(closeDatabase)
afterEach(async () => {
  process.env.DATABASE_URL = used.primaryUrl
  process.env.STEPMARK_REPLICA_URL = used.replicaUrl
  await used.resume()
})

const write = (word: string) => getDatabase().$executeRaw`insert into word values (${word})`

interface Seen {
  isReplica: boolean
  words: string[]
}

async function look(db: Transaction): Promise<Seen> {
  const [row] = await db.$queryRaw<[Seen]>`
    select pg_is_in_recovery() as "isReplica", array(select word from word where length(word) < 20) as words`
  return row
}

const read = (patienceMs = 10_000, signal?: AbortSignal) =>
  readOnReplica(
    (place) => readAtOneInstant(place, limits, ({ db }) => look(db)),
    signal ? { patienceMs, isMeant, signal } : { patienceMs, isMeant },
  )

test('what was committed before is read on the replica, however late that comes to it', async () => {
  // Connections are there: who does not wait is done long before the replica goes on.
  await read()
  await used.pause()
  await write('late')
  const reading = read()
  await used.waitForReader()
  await used.resume()
  const { isReplica, words } = await reading
  expect(isReplica).toBe(true)
  expect(words).toContain('late')
})

test('one that stays behind is not waited for without end, nor again at once', async () => {
  await used.pause()
  await write('behind')
  const result = await read(100)
  expect(result.isReplica).toBe(false)
  expect(result.words).toContain('behind')
  const startMs = performance.now()
  expect((await read(10_000)).isReplica).toBe(false)
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test('who is told to end waits no longer', async () => {
  await used.pause()
  await write('ended')
  const controller = new AbortController()
  const startMs = performance.now()
  const reading = read(60_000, controller.signal)
  await used.waitForReader()
  controller.abort()
  await reading
  expect(performance.now() - startMs).toBeLessThan(20_000)
  await used.resume()
  // It was no fault of the replica's.
  expect((await read()).isReplica).toBe(true)
})

test('a replica that is away is done without, and takes no process out of service', async () => {
  process.env.STEPMARK_REPLICA_URL = 'postgresql://nobody@127.0.0.1:1/stepmark'
  expect((await read()).isReplica).toBe(false)
  expect(await findWhyNotReady()).toEqual([])
  await expect(lookAtReplica()).rejects.toThrow(/reach/)
  expect(await findUnsafeReplica()).toEqual([])
})

test('one whose connections are all read on is done without this once, and asked again by the next', async () => {
  const over = Promise.withResolvers<void>()
  const readers = Array.from({ length: 5 }, () => {
    const started = Promise.withResolvers<void>()
    const ended = getReplicaDatabase()!.$transaction(
      async (db) => {
        await look(db)
        started.resolve()
        await over.promise
      },
      { timeout: 60_000, maxWait: 20_000 },
    )
    return { started: started.promise, ended }
  })
  await Promise.all(readers.map(({ started }) => started))
  expect((await read()).isReplica).toBe(false)
  over.resolve()
  await Promise.all(readers.map(({ ended }) => ended))
  expect((await read()).isReplica).toBe(true)
})

test('without a replica everything is read where it is written', async () => {
  delete process.env.STEPMARK_REPLICA_URL
  expect((await read()).isReplica).toBe(false)
  expect(await lookAtReplica()).toBeNull()
  expect(await findUnsafeReplica()).toEqual([])
})

test('what takes writes, or is another database, is no replica: nothing is read from it', async () => {
  expect(findReplicaProblem((await lookAtReplica())!)).toBeNull()
  process.env.STEPMARK_REPLICA_URL = used.primaryUrl
  expect((await read()).isReplica).toBe(false)
  expect(findReplicaProblem((await lookAtReplica())!)).toContain('takes writes')
  // What is left after a failover: servers must start.
  expect(await findUnsafeReplica()).toEqual([])
  process.env.STEPMARK_REPLICA_URL = used.replica.url('postgres')
  expect((await read()).isReplica).toBe(false)
  // Whatever would be read there: what is missing there would only seem to be read from the primary.
  await closeDatabase()
  const reading = readOnReplica(({ upTo }) => Promise.resolve(upTo), {
    patienceMs: 10_000,
    isMeant,
  })
  expect(await reading).toBeNull()
  expect(await findUnsafeReplica()).toEqual([expect.stringContaining('another database')])
})

/** Removes what the reader still sees: as soon as the replica is to do it too, the reader is in the way. */
async function endReaders(): Promise<void> {
  await used.onPrimary(async (client) => {
    await client.query('delete from word where length(word) > 20')
    await client.query('vacuum word')
    await client.query('select pg_switch_wal()')
  })
  await waitForReplay()
}

async function waitForReplay(): Promise<void> {
  const upTo = await used.onPrimary(
    async (client) =>
      (await client.query('select pg_current_wal_flush_lsn() as at')).rows[0].at as string,
  )
  await used.onReplica(async (client) => {
    const behind = 'select pg_last_wal_replay_lsn() < $1 as is'
    while ((await client.query(behind, [upTo])).rows[0].is) await sleep(10)
  })
}

const fill = () =>
  getDatabase().$executeRaw`
    insert into word select repeat('x', 30) || n from generate_series(1, ${count}::int) n`

test('a reader that the replica ends, for being in the way, reads once more on the primary', async () => {
  await fill()
  const places: boolean[] = []
  const result = await readOnReplica(
    (place) =>
      readAtOneInstant(place, limits, async ({ db }) => {
        const { isReplica } = await look(db)
        places.push(isReplica)
        if (isReplica) await endReaders()
        return look(db)
      }),
    { patienceMs: 10_000, isMeant },
  )
  expect(places).toEqual([true, false])
  expect(result.isReplica).toBe(false)
  // And the next one goes there right away.
  expect((await read()).isReplica).toBe(false)
})

test('what a reader refuses, or is told to leave, is not done twice', async () => {
  const ends = [new AppError('conflict', 'Nothing to read.'), new Error('meant')]
  for (const end of ends) {
    let times = 0
    const reading = readOnReplica(
      () => {
        times += 1
        return Promise.reject(end)
      },
      { patienceMs: 10_000, isMeant: (error) => error === ends[1] },
    )
    await expect(reading).rejects.toBe(end)
    expect(times).toBe(1)
  }
  expect((await read()).isReplica).toBe(true)
})

test('one that is given another place than it waited for reads nothing there', async () => {
  const place = { database: getDatabase(), upTo: 'FFFFFFFF/0' }
  await expect(readAtOneInstant(place, limits, ({ db }) => look(db))).rejects.toThrow('not the one')
})

test('a reader changes nothing, on the primary either', async () => {
  const changing = readAtOneInstant(
    { database: getDatabase(), upTo: null },
    limits,
    ({ db }) => db.$executeRaw`insert into word values ('by a reader')`,
  )
  await expect(changing).rejects.toThrow(/read-only/)
})

/** Lines of so many bytes that they are handed over in several blocks. */
const streamWords = (onFirst: (db: Transaction) => Promise<void>) =>
  streamFromTransaction(
    async function* (db, rows) {
      yield `${(await look(db)).isReplica}`
      await onFirst(db)
      for await (const piece of rows.stream(Prisma.sql`select word from word`))
        for (const row of piece) yield `${row.text(0)}\n`
      yield `${(await look(db)).words.length}`
    },
    { timeoutMs: 60_000 },
  )

test('lines come from the replica; those that no one has begun to read come from the primary instead', async () => {
  await fill()
  const lines = await Array.fromAsync(streamWords(() => Promise.resolve()))
  expect(lines[0]).toBe('true')
  expect(lines.length).toBeGreaterThan(count)

  const first: string[] = []
  for await (const line of streamWords(async (db) => {
    if ((await look(db)).isReplica) await endReaders()
  }))
    first.push(line)
  expect(first[0]).toBe('false')
})

test('lines that have begun break off where the replica ends them: another instant cannot follow', async () => {
  await fill()
  let lines = 0
  const reading = async () => {
    for await (const _ of streamWords(() => Promise.resolve())) {
      lines += 1
      // Some blocks are read ahead, and the rest is not there yet.
      if (lines === 1) await endReaders()
    }
  }
  await expect(reading()).rejects.toThrow('the first lines were gone')
  expect(lines).toBeGreaterThan(0)
  expect((await read()).isReplica).toBe(false)
})

test('who stops reading early says nothing against the replica', async () => {
  await fill()
  for await (const line of streamWords(() => Promise.resolve())) {
    expect(line).toBe('true')
    break
  }
  expect((await read()).isReplica).toBe(true)
})

// The last one: this is no replica any more.
test('one that was promoted is not read, though it has all that was written before', async () => {
  expect((await read()).isReplica).toBe(true)
  await used.onReplica((client) => client.query('select pg_promote(wait_seconds => 60)'))
  await closeDatabase()
  const reading = readOnReplica(({ upTo }) => Promise.resolve(upTo), { patienceMs: 2_000, isMeant })
  expect(await reading).toBeNull()
  expect(findReplicaProblem((await lookAtReplica())!)).toContain('takes writes')
})
