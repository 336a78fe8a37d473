import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { startWebServer, type WebServer } from '@/scripts/start-server'

const databaseName = 'stepmark'
const secretBytes = 48

export interface SystemOptions {
  /** Web processes; each does jobs too, unless `env` says otherwise. */
  processes: number
  /** Of PostgreSQL; it keeps what it acknowledges unless this says otherwise. */
  settings?: Readonly<Record<string, string | number>>
  /** Of every process. */
  env?: Readonly<Record<string, string>>
  /** Of one of them, by its index from 0. */
  envOf?: (index: number) => Readonly<Record<string, string>>
  /** Where the build of one of them stands, where it is not this repository's. */
  folderOf?: (index: number) => string | undefined
  /** What the processes connect to, when that is not PostgreSQL itself: a pooler, or a proxy that breaks things. */
  route?: (postgres: EmbeddedPostgres) => Promise<string>
}

export interface System {
  postgres: EmbeddedPostgres
  /** Of PostgreSQL itself. */
  databaseUrl: string
  /** Of every process; a worker of the same system needs it too. */
  secret: string
  servers: WebServer[]
  /** Begins a process in the place of one that has ended, at its address. */
  restart(index: number): Promise<void>
  /** What the processes have said, in the order of the processes. */
  readLogs(): string[]
  stop(): Promise<void>
}

/** Production processes on a migrated database of their own, ready to be asked, stopped or killed. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { settings = {}, env = {}, envOf = () => ({}) } = options
  const logs = mkdtempSync(join(tmpdir(), 'stepmark-system-'))
  const postgres = await startTemporaryPostgres({ settings })
  const servers: WebServer[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    rmSync(logs, { recursive: true, force: true })
  }
  try {
    await usePgClient(postgres.url('postgres'), (client) =>
      client.query(`create database ${databaseName}`),
    )
    const databaseUrl = postgres.url(databaseName)
    await applyMigrations(databaseUrl)
    const url = (await options.route?.(postgres)) ?? databaseUrl
    const secret = randomBytes(secretBytes).toString('base64')
    const logFiles: string[][] = []
    /** Each start has a file of its own: what was said before a kill is told too. */
    const addLogFile = (index: number) => {
      const files = (logFiles[index] ??= [])
      const file = join(logs, `${index}-${files.length}.log`)
      files.push(file)
      return file
    }
    const start = (index: number, port = 0) => {
      const folder = options.folderOf?.(index)
      return startWebServer({
        ...(folder === undefined ? {} : { folder }),
        databaseUrl: url,
        secret,
        port,
        mode: 'start',
        logFile: addLogFile(index),
        env: { STEPMARK_RATE_LIMIT_PER_MINUTE: 'off', ...env, ...envOf(index) },
      })
    }
    for (let index = 0; index < options.processes; index++) servers.push(await start(index))
    return {
      postgres,
      secret,
      databaseUrl,
      servers,
      restart: async (index) => {
        const { url: address } = servers[index]!
        const begun = await start(index, Number(new URL(address).port))
        servers[index] = begun
        if (begun.url !== address) throw new Error(`Something else took ${address} meanwhile.`)
      },
      readLogs: () =>
        logFiles.map((files) => files.map((file) => readFileSync(file, 'utf8')).join('')),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** As the power would: nothing is finished, nothing is said. */
export async function kill({ process: child }: WebServer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
