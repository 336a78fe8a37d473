import { randomUUID } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { pgBossSchemaNameSql } from '@/lib/jobs/server/pg-boss'
import { runJobs } from '@/lib/jobs/server/run-jobs'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { jobFailureHandlers, jobHandlers } from '@/lib/worker/server/job-handlers'
import { makeProblemLine, type TestProject, makeProject } from '@/prisma/seed/factories'
import type { DoctorCheckResult } from './doctor-checks'
import { serveWithFaults } from './testing/faulty-server'
import { runCommand } from './testing/run-command'
import { useApiServer } from './testing/use-api-server'

useTestDatabase()
const server = useApiServer()
const notice = 'No worker is running. Start one on the server’s host with "stepmark worker".'
let project: TestProject
beforeAll(async () => {
  project = await makeProject({}, server.admin())
})

const makeInput = (name: string) => `${JSON.stringify(makeProblemLine(name, [0.1]))}\n`

async function checkWorkers(): Promise<DoctorCheckResult> {
  const { stdout } = await runCommand(['doctor', '--json'])
  const { checks } = JSON.parse(stdout) as { checks: DoctorCheckResult[] }
  return checks.find(({ name }) => name === 'workers')!
}

test('a command that waits for a job says once that no worker is running, and completes when a worker has run the job', async () => {
  let reads = 0
  const proxy = await serveWithFaults(server.url, async ({ method }) => {
    if (method === 'GET') reads += 1
    // Several replies say that no worker runs before one starts.
    if (reads === 4) {
      const jobs = await runJobs(jobHandlers, { jobFailureHandlers })
      onTestFinished(() => jobs.stop())
    }
    return false
  })
  onTestFinished(proxy.stop)
  const { status, stderr } = await runCommand(
    ['import', '-', '--project', project.slug, '--url', proxy.url],
    { input: makeInput('waits') },
  )
  expect(status).toBe(0)
  expect(stderr.split(notice)).toHaveLength(2)
  expect(stderr).toContain('new: 1 problem, 1 solution')
}, 60_000)

test('`import --status` of an unfinished import says so if no worker is running', async () => {
  await getDatabase().$executeRaw`delete from worker`
  const argv = ['import', '-', '--detach', '--project', project.slug]
  const { stdout } = await runCommand(argv, { input: makeInput('shown') })
  const id = stdout.trim()
  const read = () => runCommand(['import', '--status', id, '--project', project.slug])
  expect((await read()).stderr).toContain(notice)
  await getDatabase().$executeRaw`insert into worker (id) values (${randomUUID()}::uuid)`
  expect((await read()).stderr).not.toContain(notice)
})

test('`doctor` fails if jobs are waiting and no worker is running', async () => {
  await getDatabase().$executeRaw`delete from worker`
  expect(await checkWorkers()).toMatchObject({
    isOk: false,
    details: expect.stringMatching(/^1 unfinished job, and no worker is running\. Start/) as string,
  })
  await getDatabase().$executeRaw`insert into worker (id) values (${randomUUID()}::uuid)`
  expect(await checkWorkers()).toMatchObject({ isOk: true, details: '1 running, 1 unfinished job' })
  await getDatabase().$executeRaw`delete from worker`
  await getDatabase().$executeRaw`delete from ${pgBossSchemaNameSql}.job`
  expect(await checkWorkers()).toMatchObject({
    isOk: true,
    details: 'none running, no unfinished jobs',
  })
})
