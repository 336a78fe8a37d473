import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '@/lib/platform/server/free-port'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import type { seedDemo } from '@/prisma/seed/demo'
import { type DemoDatabase, openDemoDatabase, DemoRefusalError } from './demo-database'
import { startWebServer, type WebServer } from './start-server'

type SeedResult = Awaited<ReturnType<typeof seedDemo>>

interface DemoOptions {
  /** Folder for the database and other files, unless --home names another. */
  defaultHome: string
  /** Builds what the server needs, before it starts. */
  build?: (report: (message: string) => void) => Promise<void>
}

interface InstanceOptions {
  port: number
  home: string
  isFresh: boolean
}

const defaultPort = 4747
const highestPort = 65_535
const secretBytes = 48

const startedAt = performance.now()

/** A line on standard error with the seconds since the start. */
function report(message: string): void {
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${message}`)
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: String(defaultPort) },
        home: { type: 'string' },
        fresh: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    throw new DemoRefusalError(
      `${reason}\nOptions: --port N, --home DIR, --fresh. Nothing was changed.`,
      {
        cause,
      },
    )
  }
}

/** The data folder of the demo in a checkout. */
export const checkoutDemoHome = join(repositoryRoot, '.stepmark')

function readOptions(defaultHome: string): InstanceOptions {
  const values = parseOptions()
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > highestPort)
    throw new DemoRefusalError(
      `--port ${values.port} is not a valid port. Use a number from 1 to ${highestPort}.`,
    )
  const callerFolder = process.env.INIT_CWD ?? process.cwd()
  const home = values.home === undefined ? defaultHome : resolve(callerFolder, values.home)
  return { port, home, isFresh: values.fresh }
}

/** Stored, so that a restart keeps people signed in. */
function readOrMakeSecret(home: string): string {
  const path = join(home, 'secret')
  if (!existsSync(path))
    writeFileSync(path, `${randomBytes(secretBytes).toString('base64')}\n`, { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

function formatWelcome(
  { url }: WebServer,
  seed: SeedResult,
  token: string | null,
  { home }: InstanceOptions,
): string {
  const accounts = (seed.accounts ?? []).map(({ role, email, password }) => [role, email, password])
  const widths = [0, 1].map((i) => Math.max(0, ...accounts.map((row) => (row[i] ?? '').length)))
  const rows = accounts.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('   '))
  const displayedHome = relative(process.cwd(), home)
  return [
    '',
    `Stepmark   ${url}`,
    ...(rows.length > 0 ? ['', ...rows] : []),
    ...(seed.note ? ['', seed.note] : []),
    ...(token === null
      ? []
      : ['', 'In a terminal:', `  export STEPMARK_URL=${url}`, `  export STEPMARK_TOKEN=${token}`]),
    '',
    `The data is in ${displayedHome.startsWith('..') ? home : displayedHome}. Ctrl-C stops everything.`,
    '',
  ]
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}

/** Resolves at the first signal to stop, or when the server ends on its own. */
function waitForEnd(server: WebServer): Promise<'signal' | 'server ended'> {
  return new Promise((settle) => {
    // Further signals have no effect, because everything is stopping.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => settle('signal'))
    server.process.once('exit', () => settle('server ended'))
  })
}

async function serve(
  mode: 'start' | 'dev',
  database: DemoDatabase,
  options: InstanceOptions,
  build: DemoOptions['build'],
): Promise<void> {
  // Loaded after the database exists, because it loads the whole domain.
  const { seedDemo: seedDatabase } = await import('@/prisma/seed/demo')
  const { loadOrCreateDemoToken } = await import('./demo-token')
  const seed = await seedDatabase(database.url)
  if (seed.seeded) report('Demo data is loaded.')
  await build?.(report)
  const logFile = mode === 'start' ? join(options.home, 'web.log') : null
  const server = await startWebServer({
    databaseUrl: database.url,
    port: options.port,
    secret: readOrMakeSecret(options.home),
    mode,
    ...(logFile === null ? {} : { logFile }),
  })
  report('The server is ready.')
  const token = await loadOrCreateDemoToken(database.url, options.home)
  console.log(formatWelcome(server, seed, token, options))
  const reason = await waitForEnd(server)
  if (reason === 'signal') report('Stopping ...')
  else
    console.error(
      `The web server stopped unexpectedly. Your data is safe. The reason is ${logFile ? `in ${logFile}` : 'above'}.`,
    )
  process.exitCode = reason === 'signal' ? 0 : 1
  await server.stop()
}

/**
 * `npm run demo` and `npm run dev`: database, migrations, demo data and server. All stop with this
 * process.
 */
export async function runDemoServer(
  mode: 'start' | 'dev',
  { defaultHome, build }: DemoOptions,
): Promise<void> {
  try {
    const requestedOptions = readOptions(defaultHome)
    const options = { ...requestedOptions, port: await findFreePort(requestedOptions.port) }
    if (options.port !== requestedOptions.port)
      report(
        `Port ${requestedOptions.port} is in use by another program. The demo uses http://127.0.0.1:${options.port} instead. ` +
          'To choose another port, pass --port N.',
      )
    mkdirSync(options.home, { recursive: true })
    const database = await openDemoDatabase(options.home, options.isFresh)
    report('The database is up to date.')
    try {
      await serve(mode, database, options, build)
    } finally {
      await database.stop()
    }
  } catch (error) {
    const isRefusal = error instanceof DemoRefusalError
    console.error(error instanceof Error ? error.message : error)
    if (!isRefusal)
      console.error('Nothing is lost. If this machine is busy, run the command again.')
    process.exitCode = isRefusal ? 2 : 1
  }
}
