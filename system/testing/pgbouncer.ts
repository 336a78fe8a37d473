import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@/lib/platform/server/free-port'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { findOrCreatePostgresOsAccount } from '@/lib/platform/server/postgres-os-account'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'

/** The installed PgBouncer, or null. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const paths = folders.filter((folder) => folder !== '').map((folder) => join(folder, 'pgbouncer'))
  return paths.find((path) => existsSync(path)) ?? null
}

const startTimeoutMs = 20_000

export interface PgBouncer {
  /** The database through the pooler. */
  url: string
  /** Transactions so far, and current connections to PostgreSQL and of clients. */
  readStats(): Promise<{ transactions: number; serverConnections: number; clients: number }>
  stop(): Promise<void>
}

/** Starts PgBouncer in transaction mode with the settings of docs/pgbouncer.md. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-pooler-'))
  const port = await findFreePort(0)
  const { username, password, port: databasePort, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const config = join(folder, 'pgbouncer.ini')
  const connection = `host=127.0.0.1 port=${databasePort} dbname=${name} user=${username} password=${password}`
  writeFileSync(
    config,
    `[databases]
${name} = ${connection} connect_query='set statement_timeout = 5000'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
stats_users = ${username}
pool_mode = transaction
ignore_startup_parameters = statement_timeout
default_pool_size = 20
max_client_conn = 1000
`,
  )
  chmodSync(folder, 0o755) // it refuses to run as root, so another user must be able to read this
  const child = spawn(program, ['--quiet', config], {
    stdio: 'ignore',
    ...findOrCreatePostgresOsAccount(null),
  })
  stopChildWithParent(child, 'INT')
  const url = `postgresql://${username}@127.0.0.1:${port}/${name}`
  const stop = async () => {
    const isRunning = child.exitCode === null && child.signalCode === null
    const exitPromise = isRunning ? once(child, 'exit') : null
    child.kill('SIGTERM')
    await exitPromise
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilUp(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, readStats: () => readStats(url, name), stop }
}

async function waitUntilUp(url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;)
    try {
      return await withPgClient(url, async (client) => void (await client.query('select 1')))
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
}

function readStats(url: string, name: string): ReturnType<PgBouncer['readStats']> {
  const consoleUrl = Object.assign(new URL(url), { pathname: '/pgbouncer' }).href
  return withPgClient(consoleUrl, async (client) => {
    const { rows: stats } = await client.query<Record<string, string>>('show stats')
    const { rows: pools } = await client.query<Record<string, string>>('show pools')
    const ownPools = pools.filter(({ database }) => database === name)
    const sumColumns = (columns: readonly string[]) =>
      ownPools.reduce(
        (sum, row) => columns.reduce((total, column) => total + Number(row[column]), sum),
        0,
      )
    return {
      transactions: Number(stats.find(({ database }) => database === name)?.total_xact_count ?? 0),
      serverConnections: sumColumns(['sv_active', 'sv_idle', 'sv_used', 'sv_tested', 'sv_login']),
      clients: sumColumns(['cl_active', 'cl_waiting']),
    }
  })
}
