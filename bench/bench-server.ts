import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createToken } from '@/lib/auth/server/commands'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { buildIfOutdated } from '@/scripts/build-if-outdated'
import { startWebServer } from '@/scripts/start-server'
import { startBenchDatabase } from './database'

/** The measured server: the production build and a PostgreSQL with fsync, both on this machine. */
export interface BenchServer {
  databaseUrl: string
  url: string
  /** Process id of the web server. */
  pid: number
  /** One connection, for the baselines. */
  client: pg.Client
  /** Peak resident memory of the web server so far, in MiB. */
  readPeakServerMemory(): number
  /** CPU time of the web server so far, over all threads. */
  readServerCpuMs(): number
  createProject(name: string): Promise<TestProject>
  createToken(project: TestProject): Promise<string>
  stop(): Promise<void>
}

export async function startBenchServer(): Promise<BenchServer> {
  await buildIfOutdated()
  const database = await startBenchDatabase()
  const { url: databaseUrl, client } = database
  const server = await startWebServer({
    databaseUrl,
    port: 4848,
    secret: randomBytes(48).toString('base64'),
    mode: 'start',
    // Rate limits would distort the measurements.
    env: { STEPMARK_RATE_LIMIT_PER_MINUTE: 'off' },
  })
  return {
    databaseUrl,
    url: server.url,
    pid: server.process.pid!,
    client,
    readPeakServerMemory: () => readPeakProcessMemory(server.process.pid!),
    readServerCpuMs: () => readCpuMs(server.process.pid!),
    createProject: (name) => makeProject({ name }),
    createToken: async ({ admin: person }) =>
      (await createToken.execute(person, { name: 'bench', scope: 'write', days: 1 })).secret,
    async stop() {
      await server.stop()
      await database.stop()
    },
  }
}

const ticksPerSecond = 100

/** User and system time of a process in milliseconds; 0 if the system does not report it. */
function readCpuMs(pid: number): number {
  try {
    const stat = process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
  } catch {
    return 0
  }
}

/** Peak resident memory of a process so far in MiB; 0 if the system does not report it. */
export function readPeakProcessMemory(pid: number): number {
  try {
    const status = process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
