import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRegradePreview } from '@/lib/answers/server/regrade-commands'
import { getRegrade } from '@/lib/answers/server/regrade-queries'
import { startImport } from '@/lib/imports/server/commands'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { countRunningWorkers } from '@/lib/jobs/server/worker-status.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  uploadImportLines,
} from '@/prisma/seed/factories'

useTestDatabase()

const servers: ChildProcess[] = []
afterAll(() => servers.forEach((server) => server.kill('SIGKILL')))

function serve(env: Readonly<Record<string, string>> = {}) {
  const child = startScriptProcess('lib/worker/testing/serve-like-web.ts', { env })
  servers.push(child)
  return child
}

async function startOne() {
  const project = await makeProject()
  const { id } = await uploadImportLines(project, [makeProblemLine('p', [0.1, 0.2])])
  const input = { project: project.slug, import: id }
  await startImport.execute(project.admin, startImport.contract.input.parse(input))
  const findState = async () => {
    const { state } = await getDatabase().importBatch.findUniqueOrThrow({
      where: { projectId_id: { projectId: project.id, id } },
      select: { state: true },
    })
    return state
  }
  return { id, findState }
}

async function findJobState(importId: string): Promise<string | undefined> {
  const [row] = await getDatabase().$queryRaw<{ state: string }[]>`
    select state::text from pgboss.job where name = 'import' and data->'payload'->>'importId' = ${importId}
    order by created_on desc limit 1`
  return row?.state
}

const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 100 })

/** Shared by all tests, because starting a server takes seconds. */
let server: ReturnType<typeof serve>
let output: { text: string }

/** What a server writes to standard output: its log, a mark for each thread that it starts, and one when it serves. */
function collectOutput({ stdout }: ReturnType<typeof serve>) {
  const collected = { text: '' }
  stdout.on('data', (chunk) => (collected.text += String(chunk)))
  return collected
}
const countThreads = (text: string) => text.split('[thread started]').length - 1

beforeAll(() => {
  server = serve()
  output = collectOutput(server)
})

test('a web server starts its job thread for the first job, and takes none if STEPMARK_WORKER is off', async () => {
  const servingOutput: unknown = expect.stringContaining('[serving]')
  const countThreadsNow = () => countThreads(output.text)
  await waitFor(() => expect(output.text).toEqual(servingOutput))
  await waitFor(async () => expect(await countRunningWorkers(getDatabase())).toBe(1))
  const outputWithoutThread = collectOutput(serve({ STEPMARK_WORKER: 'off' }))
  await waitFor(() => expect(outputWithoutThread.text).toEqual(servingOutput))
  expect(countThreadsNow()).toBe(0)
  const { findState } = await startOne()
  await waitFor(async () => expect(await findState()).toBe('done'))
  expect([countThreadsNow(), countThreads(outputWithoutThread.text)]).toEqual([1, 0])
  expect(await countRunningWorkers(getDatabase())).toBe(1)
})

test('a regrade in the job thread can start the algebra system, and grades an integral', async () => {
  const project = await makeProject()
  const line = { id: 'p', problem: 'What is it?', answer: '\\frac{8}{3}' }
  const sample = { steps: ['It is.'], answer: '\\int_0^2 x^2\\,dx' }
  await importLines(project, [{ ...line, samples: [sample] }])
  const { regrade } = await startRegradePreview.execute(project.admin, { project: project.slug })
  await waitFor(async () => {
    const params = { project: project.slug, regrade }
    expect(await getRegrade.execute(project.admin, params)).toMatchObject({
      state: 'previewed',
      firstPairs: [{ from: 'unsure', to: 'correct', solutions: 1 }],
    })
  })
})

test('the worker runs a job as soon as it is announced', async () => {
  const queueSweep = () => getDatabase().$transaction((db) => enqueueJob(db, 'sweep-files', {}))
  const countWaiting = async () => {
    const [row] = await getDatabase().$queryRaw<[{ count: number }]>`
      select count(*)::int as count from pgboss.job where name = 'sweep-files' and state <> 'completed'`
    return row.count
  }
  // A poll may run the first job. The next poll is 10 s later, so the second job shows that the signal wakes the worker.
  await queueSweep()
  await waitFor(async () => {
    server.kill('SIGWINCH')
    expect(await countWaiting()).toBe(0)
  })
  await queueSweep()
  server.kill('SIGWINCH')
  await vi.waitFor(async () => expect(await countWaiting()).toBe(0), { timeout: 5_000 })
})

test('a job whose thread died is run again by another thread', async () => {
  await withPgClient(process.env.DATABASE_URL!, async (client) => {
    const threads = countThreads(output.text)
    const { id, findState } = await startOne()
    await client.query('begin')
    await client.query('select from import_batch where id = $1 for update', [id])
    await waitFor(async () => expect(await findJobState(id)).toBe('active'))
    server.kill('SIGUSR2')
    await client.query('commit')
    await waitFor(async () => expect(await findState()).toBe('done'))
    expect(countThreads(output.text)).toBeGreaterThan(threads)
    expect(server.exitCode).toBeNull()
  })
})

test('a running job of the job thread is released when the web server shuts down', async () => {
  await withPgClient(process.env.DATABASE_URL!, async (client) => {
    const slow = await startOne()
    await client.query('begin')
    await client.query('select from import_batch where id = $1 for update', [slow.id])
    await waitFor(async () => expect(await findJobState(slow.id)).toBe('active'))
    server.kill('SIGTERM')
    expect((await once(server, 'exit'))[0]).toBe(143)
    expect(['created', 'retry']).toContain(await findJobState(slow.id))
    expect(await slow.findState()).toBe('running')
  })
})
