import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { getDatabase } from '@/lib/platform/server/database'
import { findFreePort } from '@/lib/platform/server/free-port'
import { getBundlePath } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { runCommandWithEnv } from './testing/run-command'

useTestDatabase()

const secret = randomBytes(48).toString('base64')

const program = [getBundlePath('cli/main.ts')]

function spawnWorker(env: Record<string, string>) {
  const child = spawn(process.execPath, [...program, 'worker'], {
    cwd: repositoryRoot,
    env: { ...process.env, NEXTAUTH_SECRET: secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stopChildWithParent(child, 'TERM')
  onTestFinished(() => void child.kill('SIGKILL'))
  const messages: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    if (!line.startsWith('{')) messages.push(line)
  })
  return { child, messages }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a worker runs jobs until %s, then exits with 0',
  async (signal) => {
    await getDatabase().$transaction((db) => enqueueJob(db, 'sweep-files', {}))
    const port = await findFreePort()
    const token = 'a-token-that-opens-the-metrics'
    const { child, messages } = spawnWorker({
      STEPMARK_WORKER_PORT: String(port),
      STEPMARK_METRICS_TOKEN: token,
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    await vi.waitFor(
      async () => {
        const [row] = await getDatabase().$queryRaw<{ waiting: bigint }[]>`
        select count(*) as waiting from pgboss.job where name = 'sweep-files' and state <> 'completed'`
        expect(row?.waiting).toBe(0n)
        expect(messages).toEqual(['Worker started. Press Ctrl-C to stop.'])
      },
      { timeout: 25_000, interval: 100 },
    )
    expect(await getDatabase().startedSecret.count()).toBe(1)
    const request = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    expect(await request('/healthz')).toEqual({ status: 200, text: '{"status":"alive"}' })
    expect(await request('/readyz')).toEqual({
      status: 200,
      text: '{"status":"ready","workers":1}',
    })
    expect(await request('/readyz?a')).toMatchObject({ status: 200 })
    expect(await request('/metrics')).toMatchObject({ status: 401 })
    const metrics = await request('/metrics', { authorization: `Bearer ${token}` })
    expect(metrics.text).toContain('stepmark_jobs{job="sweep-files",state="completed"}')
    expect(await request('/constructor')).toMatchObject({ status: 404 })
    child.kill(signal)
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(0)
    expect(output).toBe('')
    expect(messages.slice(1)).toEqual([
      'Stopping…',
      'Stopped. Other workers continue unfinished jobs.',
    ])
  },
)

test('a second signal does not end a worker before it has released its jobs', async () => {
  const countJobs = async (state: string) => {
    const [row] = await getDatabase().$queryRaw<[{ n: number }]>`
      select count(*)::int as n from pgboss.job where name = 'sweep-files' and state::text = ${state}`
    return row.n
  }
  const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 25_000, interval: 50 })
  const { child, messages } = await runWhileLocked(
    (db) => db.$executeRaw`lock table import_batch in access exclusive mode`,
    async () => {
      const worker = spawnWorker({})
      await waitUntil(async () => expect(await countJobs('active')).toBe(1))
      worker.child.kill('SIGTERM')
      await waitUntil(() => expect(worker.messages).toContain('Stopping…'))
      worker.child.kill('SIGTERM')
      await waitUntil(async () => expect(await countJobs('active')).toBe(0))
      return worker
    },
  )
  await waitUntil(() => expect(messages.at(-1)).toMatch(/^Stopped/))
  await waitUntil(() => expect(child.exitCode).toBe(0))
})

test('a worker with an invalid setting names it and does not start', async () => {
  const env = { NEXTAUTH_SECRET: secret, STEPMARK_WORKER_PORT: 'http' }
  const { status, stderr } = await runCommandWithEnv(env, ['worker'])
  expect(stderr).toContain('STEPMARK_WORKER_PORT is invalid')
  expect(stderr).not.toContain('NEXTAUTH')
  expect(status).toBe(2)
})

test('a worker does not start without the secret that encrypts webhook secrets', async () => {
  const { status, stderr } = await runCommandWithEnv({ NEXTAUTH_SECRET: undefined }, ['worker'])
  expect(stderr).toContain('NEXTAUTH_SECRET is not set')
  expect(status).toBe(2)
})

test('a worker waits for a database that is down, and then starts', async () => {
  const database = new URL(process.env.DATABASE_URL!)
  const port = await findFreePort()
  const url = new URL(database)
  url.port = String(port)
  const { child, messages } = spawnWorker({ DATABASE_URL: url.href })
  const wait = (expected: string[]) =>
    vi.waitFor(() => expect(messages).toEqual(expected), { timeout: 25_000, interval: 100 })
  await wait(['The database can’t be reached. Waiting for it.'])

  const server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname)
    client.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => client.destroy()).pipe(client)
  })
  server.listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await wait([
    'The database can’t be reached. Waiting for it.',
    'Worker started. Press Ctrl-C to stop.',
  ])
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})

test('a worker does not wait for a database that does not exist', async () => {
  const url = new URL(process.env.DATABASE_URL!)
  url.pathname = '/no_such_database'
  const env = { NEXTAUTH_SECRET: secret, DATABASE_URL: url.href }
  const { status, stderr } = await runCommandWithEnv(env, ['worker'])
  expect(stderr).toContain('the database does not exist')
  expect(stderr).not.toContain('Waiting')
  expect(status).toBe(1)
})
