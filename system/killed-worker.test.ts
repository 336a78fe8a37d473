import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getImport } from '@/lib/imports/server/queries'
import { startImportOfLines } from '@/lib/imports/server/testing/started-import'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { SystemClient } from './testing/system-client'
import { startTestSystem, type TestSystem } from './testing/test-system'
import { startWorkerProcess, type WorkerProcess } from './testing/worker'

let system: TestSystem
let client: SystemClient
const workers: WorkerProcess[] = []

beforeAll(async () => {
  system = await startTestSystem({ processes: 1 })
  client = new SystemClient(system)
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await system?.stop()
})

async function startWorker(name: string): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(
    { DATABASE_URL: system.databaseUrl, NEXTAUTH_SECRET: system.secret },
    join(repositoryRoot, 'test-results', `${name}.log`),
  )
  workers.push(worker)
  return worker
}

/** What the web server reports, including the number of workers. */
async function readReadiness(): Promise<unknown> {
  const response = await fetch(`${client.urls[0]}/readyz`)
  return { status: response.status, body: await response.json() }
}
const makeReadyReply = (workers: number) => ({ status: 200, body: { status: 'ready', workers } })
const waitUntil = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 120_000, interval: 500 })

// Tested in every run by lib/worker/server/running-workers.db.test.ts and cli/no-worker.db.test.ts.
test.runIf(isFullTestRun)(
  'a job that is enqueued after the only worker was killed waits for a worker, and the next worker completes it',
  async () => {
    expect(await readReadiness()).toEqual(makeReadyReply(0))
    const firstWorker = await startWorker('killed-worker')
    await waitUntil(async () => expect(await readReadiness()).toEqual(makeReadyReply(1)))
    await firstWorker.kill()
    const { project, importKeys } = await client.withDatabase(async () => {
      const project = await makeProject()
      const { importKeys } = await startImportOfLines(project, [makeProblemLine('a', [0.5])])
      return { project, importKeys }
    })
    const readImport = () => client.withDatabase(() => getImport.execute(project.admin, importKeys))
    // The killed worker's row in the database expires, and the server still accepts requests.
    await waitUntil(async () =>
      expect(await readImport()).toMatchObject({ state: 'running', waitingFor: 'worker' }),
    )
    expect(await readReadiness()).toEqual(makeReadyReply(0))
    const secondWorker = await startWorker('next-worker')
    await waitUntil(async () =>
      expect(await readImport()).toMatchObject({ state: 'done', waitingFor: null }),
    )
    expect(await readReadiness()).toEqual(makeReadyReply(1))
    expect(await secondWorker.stop()).toBe(0)
    expect(await readReadiness()).toEqual(makeReadyReply(0))
  },
)
