import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port'
import { withPgClient } from './pg-client'
import { type PostgresFolder, preparePostgresFolder } from './postgres-folder'
import { postgresEnv } from './postgres-os-account'
import { findRunningPostgresPort, isPostgresReady } from './postgres-pid'
import { stopChildWithParent } from './stop-child-with-parent'

export interface EmbeddedPostgresOptions {
  /** Created if missing. For root, PostgreSQL may have to keep its files in another folder, which `notify` reports. */
  dataFolder: string
  /** Preferred port. If it is in use, the next free one. Default: any free port. */
  port?: number
  /** postgresql.conf settings, such as `{ fsync: 'off' }` for tests. */
  settings?: Readonly<Record<string, string | number>>
  /** Data may be lost in a power cut, and is deleted if this process ends without stopping the server. */
  isTemporary?: boolean
  /** Receives messages for the user, one sentence each. Default: standard error. */
  notify?: (message: string) => unknown
}

export interface EmbeddedPostgres {
  /** For the role `stepmark`, which may create databases but is no superuser. */
  url(databaseName: string): string
  /** For the role `postgres`, database `postgres`. */
  superuserUrl: string
  /** On 127.0.0.1. */
  port: number
  /** Folder of the files. */
  folder: string
  /** True if the server was already running. `stop` then leaves it running. */
  isBorrowed: boolean
  /** Closes connections, writes everything to disk and stops. Safe to call twice. */
  stop(): Promise<void>
}

const ownerRole = 'stepmark'
const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const pollMs = 20
const portAttempts = 5
const logMaxBytes = 10_000_000
const logTailLines = 12

function makeUrl(cluster: PostgresFolder, port: number, role: string, database: string): string {
  return `postgresql://${role}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return openSync(path, size > logMaxBytes ? 'w' : 'a', 0o600)
}

function readLogTail(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-logTailLines).join('\n')
}

function launch(
  cluster: PostgresFolder,
  port: number,
  settings: Readonly<Record<string, string | number>>,
): ChildProcess {
  const log = openLog(cluster.log)
  const allSettings = {
    ...settings,
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }
  const args = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    // Detached, so that Ctrl-C only reaches this process, which first stops the users of the database.
    const server = spawn(cluster.binaries.postgres, ['-D', cluster.data, ...args], {
      cwd: '/',
      env: postgresEnv,
      detached: true,
      stdio: ['ignore', log, log],
      ...cluster.account,
    })
    server.unref()
    return server
  } finally {
    closeSync(log)
  }
}

/** False if the server ended before it was ready. Throws if it could not be run, or was not ready in time. */
async function waitUntilReady(server: ChildProcess, cluster: PostgresFolder): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs
  let spawnError: Error | null = null
  server.once('error', (error) => (spawnError = error))
  while (Date.now() < deadline) {
    if (spawnError) throw spawnError as Error
    if (server.exitCode !== null || server.signalCode !== null) return false
    if (isPostgresReady(cluster.data, server.pid)) return true
    await sleep(pollMs)
  }
  server.kill('SIGQUIT')
  throw new Error(
    `PostgreSQL was not ready after ${startTimeoutMs / 1000} s and was stopped. Its data is unchanged. ` +
      `Look in ${cluster.log}.`,
  )
}

async function makeOwnerRole(cluster: PostgresFolder, port: number): Promise<void> {
  const password = pg.escapeLiteral(cluster.password)
  await withPgClient(makeUrl(cluster, port, 'postgres', 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ownerRole])
    if (rowCount === 0)
      await client.query(`create role ${ownerRole} login createdb password ${password}`)
  })
}

async function stopServer(server: ChildProcess, cluster: PostgresFolder): Promise<void> {
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  const deadline = Date.now() + stopTimeoutMs
  server.kill('SIGINT') // fast shutdown: rolls open transactions back
  while (!hasEnded() && Date.now() < deadline) await sleep(pollMs)
  if (hasEnded()) return
  server.kill('SIGQUIT')
  throw new Error(
    `PostgreSQL did not stop within ${stopTimeoutMs / 1000} s and was forced to quit. Committed data is safe; ` +
      `the next start replays its log. See ${cluster.log}.`,
  )
}

function makeHandle(
  cluster: PostgresFolder,
  port: number,
  server: ChildProcess | null,
  temporaryFolders: readonly string[] = [],
): EmbeddedPostgres {
  if (server) stopChildWithParent(server, 'INT', temporaryFolders)
  const stopOnExit = () => server?.kill('SIGINT')
  process.once('exit', stopOnExit) // on systems without a shell, see stopChildWithParent
  let stopPromise: Promise<void> | null = null
  const stop = async () => {
    if (server) await stopServer(server, cluster)
    process.removeListener('exit', stopOnExit)
  }
  return {
    url: (databaseName: string) => makeUrl(cluster, port, ownerRole, databaseName),
    superuserUrl: makeUrl(cluster, port, 'postgres', 'postgres'),
    port,
    folder: cluster.folder,
    isBorrowed: server === null,
    stop: () => (stopPromise ??= stop()),
  }
}

/**
 * Starts the PostgreSQL from npm on 127.0.0.1, with a password stored in `dataFolder`, and waits until it responds.
 * If a server already runs on the folder, uses that one. A started server stops at the latest with this process.
 * Throws with a message if it cannot start; the data is unchanged.
 */
export async function startEmbeddedPostgres({
  dataFolder,
  port: preferredPort,
  settings = {},
  isTemporary = false,
  notify = (message) => process.stderr.write(`${message}\n`),
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = preparePostgresFolder(dataFolder, isTemporary, notify)
  const makeSuperuserUrl = (port: number) => makeUrl(cluster, port, 'postgres', 'postgres')
  for (let attempt = 1; ; attempt++) {
    const runningPort = await findRunningPostgresPort(cluster.data, makeSuperuserUrl)
    if (runningPort !== null) return makeHandle(cluster, runningPort, null)
    const port = await findFreePort(preferredPort)
    const server = launch(cluster, port, settings)
    if (await waitUntilReady(server, cluster)) {
      await makeOwnerRole(cluster, port)
      return makeHandle(cluster, port, server, isTemporary ? [cluster.folder, dataFolder] : [])
    }
    // Tries again: another process may have taken the port or started a server on this folder.
    if (attempt === portAttempts)
      throw new Error(
        `PostgreSQL did not start in ${cluster.folder}. End of its log:\n${readLogTail(cluster.log)}`,
      )
  }
}
