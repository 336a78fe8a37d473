import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { expect, test } from 'playwright/test'
import { findFreePort } from '@/lib/platform/server/free-port'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { getBundlePath } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { isServerReady, startLoadBalancer } from '@/system/testing/start-load-balancer'

test.describe.configure({ mode: 'default' })

const program = getBundlePath('cli/main.ts')
const databaseName = 'stepmark_serve'
/** A server starts in seconds, but not on a slow and busy machine. */
const startTimeoutMs = 120_000

/** A separate database, so that these servers don't run jobs of other tests. */
const databaseUrl = Object.assign(new URL(process.env.STEPMARK_E2E_DATABASE_URL!), {
  pathname: `/${databaseName}`,
}).href
const metricsToken = 'a-token-that-opens-the-metrics'
const { AUTH_TRUST_HOST, HOSTNAME, PORT, ...inherited } = process.env
const settings = {
  ...inherited,
  DATABASE_URL: databaseUrl,
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'ThisOneIsOnlyForTestsAndHasEnoughCharacters0123456789',
  STEPMARK_METRICS_TOKEN: metricsToken,
}

async function runStepmark(...argv: string[]): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [program, ...argv], { env: settings })
  return stdout.trim()
}

interface RunningServer {
  child: ChildProcess
  url: string
  port: number
  /** Its exit code and its output. */
  end: Promise<{ code: number | null; output: string }>
}

const isAlive = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

async function waitForBlockedRequest(client: pg.Client): Promise<void> {
  await expect(async () => {
    const { rows } = await client.query(
      `select from pg_locks where not granted and relation = 'idempotency_key'::regclass`,
    )
    expect(rows).toHaveLength(1)
  }).toPass({ intervals: [20] })
}

/** Runs `stepmark serve` like a container. */
async function startServer(
  env: Readonly<Record<string, string>>,
  requestedPort?: number,
): Promise<RunningServer> {
  const port = requestedPort ?? (await findFreePort())
  const child = spawn(process.execPath, [program, 'serve', '--port', String(port)], {
    cwd: repositoryRoot,
    env: { ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stopChildWithParent(child, 'TERM')
  startedChildren.push(child)
  const outputs = Promise.all([readText(child.stdout), readText(child.stderr)])
  const end = once(child, 'close').then(async ([code]: (number | null)[]) => ({
    code: code ?? null,
    output: (await outputs).join('\n'),
  }))
  const url = `http://127.0.0.1:${port}`
  return { child, url, port, end }
}

async function startReadyServer(
  env: Readonly<Record<string, string>>,
  port?: number,
): Promise<RunningServer> {
  const server = await startServer(env, port)
  await expect.poll(() => isServerReady(server.url), { timeout: startTimeoutMs }).toBe(true)
  return server
}

let token: string
const startedChildren: ChildProcess[] = []

test.afterEach(() => {
  for (const child of startedChildren.splice(0)) child.kill('SIGKILL')
})

test.beforeAll(async () => {
  await withPgClient(process.env.STEPMARK_E2E_DATABASE_URL!, async (client) => {
    // This runs again after a failed test.
    await client.query(`drop database if exists ${databaseName} with (force)`)
    await client.query(`create database ${databaseName}`)
  })
  await applyMigrations(databaseUrl)
  await runStepmark('admin', 'create', '--email', 'ada@example.org', '--name', 'Ada')
  const options = ['--user', 'ada@example.org', '--name', 'serve']
  token = await runStepmark('token', 'create', ...options, '--scope', 'write')
})

test('a rolling restart of two servers fails no request', async () => {
  // Every run tests the parts: a draining server below, and processes that end under load in system/chaos.test.ts.
  test.skip(!isFullTestRun, 'npm run test:full')
  test.slow()
  // The test sends more requests than the limit.
  const env = {
    STEPMARK_DRAIN_SECONDS: '5',
    STEPMARK_RATE_LIMIT_PER_MINUTE: 'off',
  }
  const servers = await Promise.all([startReadyServer(env), startReadyServer(env)])
  const proxy = await startLoadBalancer(servers.map(({ url }) => url))
  const { port } = proxy.address() as { port: number }
  const outcomeCounts = new Map<string, number>()
  const abortController = new AbortController()
  const sendRequests = async () => {
    while (!abortController.signal.aborted) {
      const outcome = await fetch(`http://127.0.0.1:${port}/api/v1/account`, {
        headers: { authorization: `Bearer ${token}` },
      }).then(
        async (response) => `${response.status} ${response.ok ? '' : await response.text()}`,
        String,
      )
      outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1)
      // Limits the rate, because requests without a pause would starve the starting servers.
      await sleep(10)
    }
  }
  const clients = Array.from({ length: 4 }, sendRequests)
  try {
    for (const [i, { child, port: serverPort, end }] of servers.entries()) {
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
      servers[i] = await startReadyServer(env, serverPort)
    }
    // The last server also gets requests for a while.
    await sleep(500)
  } finally {
    abortController.abort()
    await Promise.all(clients)
    proxy.stop()
    for (const { child } of servers) child.kill('SIGTERM')
  }
  expect([...outcomeCounts.keys()]).toEqual(['200 '])
  expect(outcomeCounts.get('200 ')).toBeGreaterThan(100)
  for (const { end } of servers) expect((await end).code).toBe(0)
})

test('the web server has the settings that keep its memory low', async () => {
  // Other systems have no /proc, and the settings of malloc do nothing there (decision 055).
  test.skip(process.platform !== 'linux', 'needs /proc')
  const { child } = await startReadyServer({})
  const [webServer] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(
    ' ',
  )
  const environment = readFileSync(`/proc/${webServer}/environ`, 'utf8').split('\0')
  expect(environment).toEqual(
    expect.arrayContaining([
      'MALLOC_ARENA_MAX=1',
      'MALLOC_TRIM_THRESHOLD_=131072',
      expect.stringMatching(/^NODE_OPTIONS=--max-semi-space-size=8/),
    ]),
  )
})

test('after SIGTERM, a server reports "not ready", still serves while it drains, and finishes its requests', async () => {
  const { child, url, end } = await startReadyServer({ STEPMARK_DRAIN_SECONDS: '2' })
  const authorization = `Bearer ${token}`
  expect((await fetch(`${url}/healthz`)).headers.get('cache-control')).toBe('no-store')
  await withPgClient(databaseUrl, async (client) => {
    await client.query('begin; lock table idempotency_key in access exclusive mode')
    const slowRequest = fetch(`${url}/api/v1/account/preferences`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'slow' },
      body: '{"keys":{}}',
    })
    await waitForBlockedRequest(client)
    child.kill('SIGTERM')
    await expect.poll(() => isServerReady(url), { intervals: [50] }).toBe(false)
    const readiness = await fetch(`${url}/readyz`)
    expect({ status: readiness.status, body: await readiness.json() }).toEqual({
      status: 503,
      body: { status: 'not ready', reasons: ['this process is shutting down'] },
    })
    const accountResponse = await fetch(`${url}/api/v1/account`, { headers: { authorization } })
    expect([accountResponse.status, accountResponse.headers.get('connection')]).toEqual([
      200,
      'close',
    ])
    // The reply arrives after the server stopped listening.
    await expect.poll(() => isAlive(url), { intervals: [50] }).toBe(false)
    await client.query('rollback')
    expect((await slowRequest).status).toBe(200)
  })
  const { code, output } = await end
  expect(code).toBe(0)
  expect(output).toContain('server stopped')
  await withPgClient(databaseUrl, async (client) => {
    // A web server that outlived `stepmark serve` would keep its sessions. PostgreSQL ends those of closed connections shortly after.
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          `select application_name as name from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
        return rows
      })
      .toEqual([])
  })
})

test('the metrics endpoint requires its token, a request is logged once, and another server does not start at the same port', async () => {
  const { port, child, url, end } = await startReadyServer({
    STEPMARK_WORKER: 'off',
    STEPMARK_WORKR: 'off',
  })
  const id = 'a-request-of-this-test'
  await fetch(`${url}/api/v1/account`, {
    headers: { authorization: `Bearer ${token}`, 'x-request-id': id },
  })
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  const metricsResponse = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const metrics = await metricsResponse.text()
  expect(metrics).toContain('stepmark_call_seconds_count{operation="getAccount",status="200"} 1')
  expect(metrics).toMatch(/stepmark_database_connections\{pool="everyday",state="idle"\} [1-9]/)
  // These routes don't have the headers of a page.
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await fetch(url + path)).headers.get('content-security-policy')).toBeNull()
  const secondExit = await (await startServer({}, port)).end
  expect(secondExit.code).toBe(1)
  expect(secondExit.output).toContain(`stepmark: Port ${port} of 127.0.0.1 is in use`)
  expect(secondExit.output).toContain('The server was not started.')
  expect(secondExit.output).not.toMatch(/Next\.js|EADDRINUSE/)
  child.kill('SIGINT')
  const { code, output } = await end
  expect(code).toBe(0)
  expect(output).toContain('Did you mean STEPMARK_WORKER?')
  const lines = output.split('\n').filter((line) => line.includes(id))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ operation: 'getAccount', status: 200, msg: 'request' }),
  ])
  expect(output).not.toContain(token)
})

test('a server with invalid settings does not start, and names them', async () => {
  const { end } = await startServer({
    NEXTAUTH_URL: 'http://stepmark.example.org',
    NEXTAUTH_SECRET: 'short',
    STEPMARK_DRAIN_SECONDS: 'soon',
    STEPMARK_LOG_LEVEL: 'loud',
  })
  const { code, output } = await end
  expect(code).toBe(1)
  for (const name of ['NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'STEPMARK_DRAIN_SECONDS'])
    expect(output).toContain(`stepmark: ${name} `)
  expect(output).toContain('The server was not started.')
})

test('a server does not start if the database lacks a migration', async () => {
  const emptyDatabaseUrl = Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href
  const { end } = await startServer({ DATABASE_URL: emptyDatabaseUrl })
  const { code, output } = await end
  expect(code).toBe(1)
  expect(output).toContain('stepmark: The database lacks ')
  expect(output).toContain('Run "stepmark migrate".\nThe server was not started.')
  expect(output).not.toContain('Next.js')
})
