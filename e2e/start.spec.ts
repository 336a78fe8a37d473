import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { findFreePort } from '@/lib/platform/server/free-port'
import { builtServerFolder } from '@/lib/platform/server/programs'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
import { expect, test, testInFullRun } from './fixtures'

/** A server that has not exited on its own by then is killed. */
const endTimeoutMs = 180_000

const safeSettings = {
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'ThisOneIsOnlyForTestsAndHasEnoughCharacters0123456789',
}

interface StartedServer {
  server: ChildProcess
  url: string
  /** Its exit code and its output. */
  end: Promise<{ code: number | null; output: string }>
}

/** Runs the built server with exactly these settings. */
async function startServer(settings: Readonly<Record<string, string>>): Promise<StartedServer> {
  const { AUTH_TRUST_HOST, HOSTNAME, PORT, NEXTAUTH_URL, NEXTAUTH_SECRET, ...inherited } =
    process.env
  const port = await findFreePort()
  const server = spawn(process.execPath, [join(builtServerFolder, 'server.js')], {
    env: {
      ...inherited,
      NODE_ENV: 'production',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: process.env.STEPMARK_E2E_DATABASE_URL,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stopChildWithParent(server, 'TERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), endTimeoutMs)
  const outputs = Promise.all([readText(server.stdout), readText(server.stderr)])
  const end = once(server, 'close').then(async ([code]: (number | null)[]) => {
    clearTimeout(timer)
    return { code: code ?? null, output: (await outputs).join('\n') }
  })
  return { server, url: `http://127.0.0.1:${port}`, end }
}

const unsafeCases: readonly [string, string, Readonly<Record<string, string>>][] = [
  ['without a secret', 'NEXTAUTH_SECRET', { ...safeSettings, NEXTAUTH_SECRET: '' }],
  [
    'with a short secret',
    'NEXTAUTH_SECRET',
    { ...safeSettings, NEXTAUTH_SECRET: 'a1B2c3D4e5F6g7H8i9' },
  ],
  [
    'with a secret of one character',
    'NEXTAUTH_SECRET',
    { ...safeSettings, NEXTAUTH_SECRET: 'a'.repeat(64) },
  ],
  ['without a URL', 'NEXTAUTH_URL', { ...safeSettings, NEXTAUTH_URL: '' }],
  [
    'with a URL without TLS',
    'NEXTAUTH_URL',
    { ...safeSettings, NEXTAUTH_URL: 'http://example.org' },
  ],
  [
    'with an invalid setting',
    'STEPMARK_DRAIN_SECONDS',
    { ...safeSettings, STEPMARK_DRAIN_SECONDS: 'soon' },
  ],
  ['if it trusts the Host header', 'AUTH_TRUST_HOST', { ...safeSettings, AUTH_TRUST_HOST: 'true' }],
]

test('a server does not start with unsafe settings, and the error names each of them', async () => {
  const settings = {
    NEXTAUTH_SECRET: 'a1B2c3D4e5F6g7H8i9',
    NEXTAUTH_URL: 'http://example.org',
    STEPMARK_DRAIN_SECONDS: 'soon',
    AUTH_TRUST_HOST: 'true',
  }
  const { code, output } = await (await startServer(settings)).end
  for (const name of Object.keys(settings)) expect(output).toContain(`${name} `)
  expect(code).toBe(1)
})

// Tested in every run by lib/platform/server/env.test.ts, and some of them together above.
for (const [description, name, settings] of unsafeCases)
  testInFullRun(
    `a server does not start ${description}, and the error names the setting`,
    async () => {
      const { code, output } = await (await startServer(settings)).end
      expect(output).toContain(`${name} `)
      expect(code).toBe(1)
    },
  )

/** Forwards connections at this port to another one. */
function startProxy(port: number, targetPort: number): Promise<Server> {
  const proxy = createServer((incoming) => {
    const outgoing = connect(targetPort, '127.0.0.1')
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined)
    incoming.pipe(outgoing).pipe(incoming)
  })
  return new Promise((resolve) => proxy.listen(port, '127.0.0.1', () => resolve(proxy)))
}

// In every run, lib/platform/server/start-checks.db.test.ts finds the same problems, but does not end the process.
testInFullRun(
  'a server that started while the database was down exits when the database comes up with fsync off',
  async () => {
    const postgres = await startTemporaryPostgres({ settings: { fsync: 'off' } })
    const database = new URL(postgres.url('postgres'))
    database.port = String(await findFreePort())
    const { server, url, end } = await startServer({ ...safeSettings, DATABASE_URL: database.href })
    let proxy: Server | undefined
    try {
      await expect(async () => expect((await fetch(`${url}/sign-in`)).ok).toBe(true)).toPass()
      proxy = await startProxy(Number(database.port), postgres.port)
      const { code, output } = await end
      expect(output).toContain('fsync off')
      expect(code).toBe(1)
    } finally {
      server.kill('SIGKILL')
      proxy?.close()
      await postgres.stop()
    }
  },
)
