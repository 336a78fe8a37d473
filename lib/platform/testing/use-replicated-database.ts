import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { closeDatabase } from '@/lib/platform/server/database'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { startReplica } from './start-replica'

const databaseName = 'stepmark'

export interface ReplicatedDatabase {
  /** Connection URL of this test file's database. */
  primaryUrl: string
  replicaUrl: string
  replica: EmbeddedPostgres
  /** As the role `postgres`. */
  onPrimary<T>(use: (client: pg.Client) => Promise<T>): Promise<T>
  onReplica<T>(use: (client: pg.Client) => Promise<T>): Promise<T>
  /** Pauses replay: new writes do not reach the replica until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Waits until a reader has checked the replica's position several times, which means that it is waiting. */
  waitForReader(): Promise<void>
}

/** Gives a test file its own server with a migrated database, and a replica, as the databases of the process. */
export function useReplicatedDatabase(
  settings: Readonly<Record<string, string | number>> = {},
): ReplicatedDatabase {
  const replicatedDatabase = {} as ReplicatedDatabase
  const stopActions: (() => Promise<void>)[] = []
  vi.setConfig({ testTimeout: 120_000 }) // two more servers, on a busy machine
  beforeAll(async () => {
    const primary = await startTemporaryPostgres({ settings: { fsync: 'off' } })
    stopActions.push(() => primary.stop())
    await withPgClient(primary.url('postgres'), (client) =>
      client.query(`create database ${databaseName}`),
    )
    const primaryUrl = primary.url(databaseName)
    await applyMigrations(primaryUrl)
    const replica = await startReplica(primary, settings)
    stopActions.push(() => replica.stop())
    const asSuperuser = ({ superuserUrl }: EmbeddedPostgres) =>
      Object.assign(new URL(superuserUrl), { pathname: `/${databaseName}` }).href
    const onReplica: ReplicatedDatabase['onReplica'] = (use) =>
      withPgClient(asSuperuser(replica), use)
    const listReaderQueries = () =>
      onReplica(async (client) => {
        const { rows } = await client.query<{ at: string }>(
          `select query_start::text as at from pg_stat_activity
          where query like '%behindBytes%' and pid <> pg_backend_pid()`,
        )
        return rows.map(({ at }) => at)
      })
    Object.assign(replicatedDatabase, {
      primaryUrl,
      replica,
      replicaUrl: replica.url(databaseName),
      onReplica,
      onPrimary: (use: (client: pg.Client) => Promise<unknown>) =>
        withPgClient(asSuperuser(primary), use),
      pause: () =>
        onReplica(async (client) => {
          await client.query('select pg_wal_replay_pause()')
          const state = `select pg_get_wal_replay_pause_state() as state`
          while ((await client.query(state)).rows[0].state !== 'paused') await sleep(10)
        }),
      resume: () =>
        onReplica((client) =>
          client.query('select pg_wal_replay_resume() where pg_is_in_recovery()'),
        ),
      waitForReader: async () => {
        const queryTimes = new Set(await listReaderQueries())
        const initialCount = queryTimes.size
        const countNew = async () => {
          for (const queryTime of await listReaderQueries()) queryTimes.add(queryTime)
          return queryTimes.size - initialCount
        }
        await expect.poll(countNew, { interval: 10 }).toBeGreaterThan(2)
      },
    })
    process.env.DATABASE_URL = primaryUrl
    process.env.STEPMARK_REPLICA_URL = replicatedDatabase.replicaUrl
  }, 240_000)
  afterAll(async () => {
    await closeDatabase()
    delete process.env.DATABASE_URL
    delete process.env.STEPMARK_REPLICA_URL
    for (const stop of stopActions.toReversed()) await stop()
  }, 120_000)
  return replicatedDatabase
}
