import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { createTestDatabase } from '@/lib/platform/testing/test-database'
import { startWebServer, type WebServer } from '@/scripts/start-server'
import { killAndRemovePostgres } from './postgres-processes'

const databaseName = 'stepmark'
const secretBytes = 48
const restartAttempts = 5

export interface TestSystemOptions {
  /** Web processes. They run jobs too if `env` or `envOf` sets STEPMARK_WORKER to `on`. */
  processes: number
  /** Signs session cookies. A random one unless given. */
  secret?: string
  /** For every process. */
  env?: Readonly<Record<string, string>>
  /** For one process, by its index from 0. */
  envOf?: (index: number) => Readonly<Record<string, string>>
  /** The folder of another build, for the process with this index. */
  folderOf?: (index: number) => string | undefined
  /** Gives the URL that processes connect to if that is not PostgreSQL itself but a pooler or a fault proxy. */
  route?: (databaseUrl: string) => Promise<string>
}

export interface IsolatedTestSystemOptions extends Omit<TestSystemOptions, 'route'> {
  /** PostgreSQL settings. The server is durable unless they say otherwise. */
  settings?: Readonly<Record<string, string | number>>
  route?: (databaseUrl: string, postgres: EmbeddedPostgres) => Promise<string>
}

export interface TestSystem {
  /** Of PostgreSQL itself. */
  databaseUrl: string
  /** Of every process; a worker of the same system needs it too. */
  secret: string
  servers: WebServer[]
  /** Starts a process at the address of one that has ended. */
  restart(index: number): Promise<void>
  /** The output of each process, including that from before a restart. */
  readLogs(): string[]
  stop(): Promise<void>
}

export interface IsolatedTestSystem extends TestSystem {
  postgres: EmbeddedPostgres
}

/** Production processes on a migrated database of their own, ready for requests. Test files share the PostgreSQL server. */
export async function startTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  const { url: databaseUrl } = await createTestDatabase()
  const route = (await options.route?.(databaseUrl)) ?? databaseUrl
  return startProcesses({ ...options, databaseUrl, route })
}

/** Like `startTestSystem`, with a PostgreSQL server of its own, which a test may configure, freeze or kill. */
export async function startIsolatedTestSystem(
  options: IsolatedTestSystemOptions,
): Promise<IsolatedTestSystem> {
  const postgres = await startTemporaryPostgres({ settings: options.settings ?? {} })
  try {
    await withPgClient(postgres.url('postgres'), (client) =>
      client.query(`create database ${databaseName}`),
    )
    const databaseUrl = postgres.url(databaseName)
    await applyMigrations(databaseUrl)
    const route = (await options.route?.(databaseUrl, postgres)) ?? databaseUrl
    const system = await startProcesses({ ...options, databaseUrl, route })
    const isolatedSystem = {
      ...system,
      postgres,
      stop: async () => {
        await system.stop()
        await killAndRemovePostgres(isolatedSystem.postgres)
        if (isolatedSystem.postgres !== postgres) await postgres.stop()
      },
    }
    return isolatedSystem
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

interface ProcessOptions extends Omit<TestSystemOptions, 'route'> {
  /** Of PostgreSQL itself. */
  databaseUrl: string
  /** What the processes connect to. */
  route: string
}

async function startProcesses(options: ProcessOptions): Promise<TestSystem> {
  const { databaseUrl, env = {}, envOf = () => ({}) } = options
  const { secret = randomBytes(secretBytes).toString('base64') } = options
  const logFolder = mkdtempSync(join(tmpdir(), 'stepmark-system-'))
  const logFiles: string[][] = []
  const servers: WebServer[] = []
  const makeEnv = (index: number): Readonly<Record<string, string>> => ({
    STEPMARK_RATE_LIMIT_PER_MINUTE: 'off',
    // A thread that runs jobs doubles what a start costs, and few of these tests need one.
    STEPMARK_WORKER: 'off',
    ...env,
    ...envOf(index),
  })
  const runsJobs = (index: number) => makeEnv(index).STEPMARK_WORKER !== 'off'
  const stop = async () => {
    // With jobs, a shutdown takes seconds. Without, it is quick, and leaves compiled code for the next start.
    await Promise.all(
      servers.map((server, index) => (runsJobs(index) ? killServer(server) : server.stop())),
    )
    rmSync(logFolder, { recursive: true, force: true })
  }
  /** One log file for each start: keeps the output from before a kill. */
  const addLogFile = (index: number) => {
    const files = (logFiles[index] ??= [])
    const file = join(logFolder, `${index}-${files.length}.log`)
    files.push(file)
    return file
  }
  const startProcess = (index: number, port = 0) => {
    const folder = options.folderOf?.(index)
    return startWebServer({
      ...(folder === undefined ? {} : { folder }),
      databaseUrl: options.route,
      secret,
      port,
      mode: 'start',
      logFile: addLogFile(index),
      env: makeEnv(index),
    })
  }
  const restart = async (index: number) => {
    const { url } = servers[index]!
    for (let attempt = 1; ; attempt++) {
      const restartedServer = await startProcess(index, Number(new URL(url).port))
      servers[index] = restartedServer
      if (restartedServer.url === url) return
      // An outgoing connection may have the port for a moment.
      await killServer(restartedServer)
      servers[index] = { ...restartedServer, url }
      if (attempt === restartAttempts) throw new Error(`Another program uses ${url}.`)
    }
  }
  const starts = Array.from({ length: options.processes }, async (_, index) => {
    servers[index] = await startProcess(index)
  })
  const failure = (await Promise.allSettled(starts)).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') {
    await stop()
    throw failure.reason
  }
  return {
    databaseUrl,
    secret,
    servers,
    restart,
    stop,
    readLogs: () =>
      logFiles.map((files) => files.map((file) => readFileSync(file, 'utf8')).join('')),
  }
}

/** Kills the process like a power failure. */
export async function killServer({ process: child }: WebServer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exitPromise = once(child, 'exit')
  child.kill('SIGKILL')
  await exitPromise
}
