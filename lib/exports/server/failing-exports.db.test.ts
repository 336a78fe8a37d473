import { beforeAll, expect, test, vi } from 'vitest'
import {
  findOperation,
  type RequestHeaders,
  makeTokenHeaders,
  openTestApi,
  buildCallRequest,
} from '@/lib/http/server/testing/api-client'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import {
  type StatementFault,
  statementFaults,
  injectStatementFault,
} from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { runReleaseJob } from './jobs'
import { getRelease } from './release-queries'
import { makeLabelledProject } from './testing/labelled-project'
import {
  findReleaseJobPayload,
  makeTestRelease,
  requestRelease,
  readReleaseManifest,
} from './testing/test-releases'

useTestDatabase()

const faults: readonly StatementFault[] = isFullTestRun ? statementFaults : ['refused']
const timeoutMs = isFullTestRun ? 300_000 : 60_000
const signal = new AbortController().signal

let project: TestProject
let headers: RequestHeaders
let api: Awaited<ReturnType<typeof openTestApi>>
beforeAll(async () => {
  api = await openTestApi()
  ;({ project } = await makeLabelledProject(5))
  headers = await makeTokenHeaders(project.admin, 'read')
})

/** What a reader received; null if the request was rejected or visibly cut short. */
async function readReply(call: string, input: Record<string, unknown>): Promise<string | null> {
  const request = buildCallRequest(
    findOperation(call),
    { project: project.slug, ...input },
    headers,
  )
  const reply = await api.fetch(request)
  if (reply.status !== 200) {
    expect([500, 503]).toContain(reply.status)
    return null
  }
  return reply.text().catch(() => null)
}

/** Reads once for each statement and each fault, and counts reads without a result. */
async function expectWholeOrNothing(call: string, input: Record<string, unknown>): Promise<number> {
  const expected = await readReply(call, input)
  expect(expected).not.toBeNull()
  let failures = 0
  for (const fault of faults)
    for (let n = 1, isReached = true; isReached; n += 1) {
      let message: string | null = null
      const statements = await injectStatementFault(n, fault, async () => {
        message = await readReply(call, input)
      })
      isReached = statements.length >= n
      if (message === null) failures += 1
      else expect(message, `${fault} at ${n}`).toBe(expected)
    }
  return failures
}

test(
  'an export with a failing SQL statement is aborted or rejected, never silently incomplete',
  async () => {
    expect(await expectWholeOrNothing('exportAnnotations', { format: 'stepmark' })).toBeGreaterThan(
      4,
    )
  },
  timeoutMs,
)

test(
  'a download of a release file with a failing SQL statement is aborted or rejected',
  async () => {
    const { number } = await makeTestRelease(project)
    const input = { release: number, file: 'annotations.jsonl' }
    expect(await expectWholeOrNothing('downloadReleaseFile', input)).toBeGreaterThan(1)
  },
  timeoutMs,
)

test(
  'a release with a failing SQL statement is complete or absent, and its next run completes it',
  async () => {
    const countFiles = () => getDatabase().storedFile.count({ where: { projectId: project.id } })
    const { number: first } = await makeTestRelease(project)
    const { counts } = await readReleaseManifest(project, first)
    const find = (release: number) =>
      getRelease.execute(project.admin, { project: project.slug, release })
    const { length: filesOfOne } = (await find(first)).files
    let failures = 0
    for (const fault of faults)
      for (let n = 1, isReached = true; isReached; n += 1) {
        const before = await countFiles()
        const { number } = await requestRelease(project)
        const payload = await findReleaseJobPayload(project, number)
        let isThrown = false
        const run = () => runReleaseJob(payload, signal).catch(() => (isThrown = true))
        isReached = (await injectStatementFault(n, fault, run)).length >= n
        if (isThrown) failures += 1
        const { state, files } = await find(number)
        expect(['running', 'done'], `${fault} at ${n}`).toContain(state)
        const expected = state === 'done' ? filesOfOne : 0
        expect([files.length, (await countFiles()) - before]).toEqual([expected, expected])
        // `later` while the lost connection still has its lock.
        if (state === 'running')
          await vi.waitFor(
            async () => expect(await runReleaseJob(payload, signal)).not.toBe('later'),
            { timeout: 20_000 },
          )
        expect((await find(number)).state).toBe('done')
        expect((await readReleaseManifest(project, number)).counts).toEqual(counts)
      }
    expect(failures).toBeGreaterThan(5)
  },
  timeoutMs,
)
