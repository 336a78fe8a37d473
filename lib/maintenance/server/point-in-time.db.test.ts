import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AuditChainHead,
  parseChainHeads,
  streamChainHeads,
} from '@/lib/audit/server/chain-heads'
import { type AuditFault, verifyAuditChains } from '@/lib/audit/server/verify-audit'
import { closeDatabase } from '@/lib/platform/server/database'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/lib/platform/server/embedded-postgres'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { makePostgresBaseBackup } from '@/lib/platform/testing/make-postgres-base-backup'
import { importLines, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { listBackupTables } from './write-backup'

// The procedure of docs/backup.md: take a base backup, work, make a mistake, and recover to the moment before it.

const database = 'drill'
let folder: string
let archive: string
let server: EmbeddedPostgres

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-drill-'))
  archive = join(folder, 'archive')
  mkdirSync(archive)
  for (const path of [folder, archive]) chmodSync(path, 0o777) // As root, PostgreSQL runs as another user.
  server = await startTemporaryPostgres({
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    },
  })
  await asSuperuser((client) => client.query(`create database ${database} owner stepmark`))
  process.env.DATABASE_URL = server.url(database)
  await applyMigrations(server.url(database))
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const asSuperuser = <T>(use: (client: pg.Client) => Promise<T>) =>
  withPgClient(server.superuserUrl, use)

async function takeBaseBackup(target: string): Promise<void> {
  mkdirSync(target, { mode: 0o755 })
  await asSuperuser((client) => makePostgresBaseBackup(client, server.folder, target, 'recovery'))
}

interface State {
  counts: Record<string, number>
  heads: string[]
}

const readState = (url: string): Promise<State> =>
  withPgClient(url, async (client) => {
    const counts: Record<string, number> = {}
    for (const { name } of await listBackupTables(client)) {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
      counts[name] = rows[0]!.n
    }
    const heads: string[] = []
    for await (const line of streamChainHeads(client)) heads.push(line)
    return { counts, heads }
  })

async function archiveAll(): Promise<void> {
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ wal: string }>(
      'select pg_walfile_name(pg_switch_wal()) as wal',
    )
    while (!readdirSync(archive).includes(rows[0]!.wal)) await sleep(50)
  })
}

const recover = (dataFolder: string, time: string) =>
  startEmbeddedPostgres({
    dataFolder,
    isTemporary: true,
    notify: () => undefined,
    settings: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: time,
      recovery_target_action: 'promote',
      hot_standby: 'off', // Otherwise it accepts connections before the recovery has ended.
    },
  })

test('a database whose data was deleted is recovered to a point in time', async () => {
  const project = await makeProject()
  await importLines(project, [makeProblemLine('before', [0.1, 0.2])])
  const [completeBackup, brokenBackup] = [join(folder, 'whole'), join(folder, 'broken')]
  await takeBaseBackup(completeBackup)
  execFileSync('cp', ['-a', completeBackup, brokenBackup])

  await importLines(project, [makeProblemLine('after', [0.1, 0.2, 0.3])])
  const state = await readState(server.url(database))
  await archiveAll()
  const archivedBefore = new Set(readdirSync(archive))
  const time = await asSuperuser(
    async (client) =>
      (await client.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]!.now,
  )
  await sleep(100)
  await closeDatabase()
  await withPgClient(server.url(database), (client) =>
    client.query('drop schema public cascade; create schema public'),
  )
  await archiveAll()

  const restored = await recover(completeBackup, time)
  try {
    const url = restored.url(database)
    expect(await readState(url)).toEqual(state)
    expect(await listFaults(url, await parseChainHeads(streamLines(state.heads)))).toEqual([])
    await withPgClient(url, async (client) => {
      while ((await client.query('select pg_is_in_recovery() as is')).rows[0].is) await sleep(50)
      await client.query(`insert into instance_setting (key, value) values ('is writable', 'yes')`)
    })
  } finally {
    await restored.stop()
  }

  // PostgreSQL refuses to start if the archived WAL segments with the target time are missing.
  for (const name of readdirSync(archive))
    if (!archivedBefore.has(name)) rmSync(join(archive, name))
  await expect(recover(brokenBackup, time)).rejects.toBeInstanceOf(Error)
  expect(readFileSync(join(brokenBackup, 'server.log'), 'utf8')).toContain(
    'recovery ended before configured recovery target was reached',
  )
}, 180_000)

async function listFaults(
  url: string,
  heads: Map<string, AuditChainHead[]>,
): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  await withPgClient(url, (client) =>
    verifyAuditChains(client, heads, { reportFault: (fault) => faults.push(fault) }),
  )
  return faults
}

async function* streamLines(lines: readonly string[]) {
  yield* lines
}
