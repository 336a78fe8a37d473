import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, type TestProject } from '@/prisma/seed/factories'
import { cancelRelease } from './commands'
import { failReleaseAfterRetries, makeReleaseProgressReporter, runReleaseJob } from './jobs'
import { storeReleaseProgress } from './record-release.sql'
import { getRelease } from './release-queries'
import {
  labelSolution,
  makeLabelledProject,
  makeProjectWithSolutions,
} from './testing/labelled-project'
import { storeLabelledAnnotation } from './testing/store-annotation'
import {
  findReleaseJobPayload,
  makeTestRelease,
  requestRelease,
  readReleaseIndex,
  readReleaseLines,
  runRequestedRelease,
} from './testing/test-releases'

useTestDatabase()

/** Stores annotations of 100 solutions. With a few thousand, a release takes about a second. */
async function makeMany(count: number) {
  const { project, solutions } = await makeProjectWithSolutions(20, 5)
  const first = await labelSolution(project, solutions.get('p0')![0]!)
  // In batches, because each statement has a time limit.
  const annotatorsPerBatch = 5
  for (let last = annotatorsPerBatch; last <= count / 100; last += annotatorsPerBatch) {
    await getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, import_id, labeler, origin, state, flow, step_count, ratings,
        flagged, chosen, offered, finish_reason, identity, recorded_at)
      select l.project_id, uuidv7(), s.id, s.import_id, 'person ' || i, 'imported', l.state, l.flow, l.step_count,
        l.ratings, l.flagged, l.chosen, l.offered, l.finish_reason,
        sha256(convert_to(s.id::text || i, 'UTF8')), '2026-03-02T09:00:00'
      from annotation l join solution s on s.project_id = l.project_id,
        generate_series(${last - annotatorsPerBatch + 1}::int, ${last}::int) i
      where l.project_id = ${project.id}::uuid and l.id = ${first}::uuid`
  }
  await getDatabase().annotation.delete({
    where: { projectId_id: { projectId: project.id, id: first } },
    select: { id: true },
  })
  return project
}

/** Counts the stored files of releases; those of imports are already deleted. */
const countFiles = ({ id: projectId }: TestProject) =>
  getDatabase().storedFile.count({ where: { projectId } })

const find = (project: TestProject, release: number) =>
  getRelease.execute(project.admin, { project: project.slug, release })
const signal = new AbortController().signal
/** Waits until the release's annotations are counted and being read. */
const waitUntilStarted = (project: TestProject, number: number) =>
  vi.waitUntil(async () => (await find(project, number)).allRows !== null, { timeout: 20_000 })

describe('cancelling a release', () => {
  test('ends a waiting release, whose job then does nothing', async () => {
    const { project } = await makeLabelledProject(1)
    const { number } = await requestRelease(project)
    const payload = await findReleaseJobPayload(project, number)
    const input = { project: project.slug, release: number }
    const cancelled = await cancelRelease.execute(project.admin, input)
    expect(cancelled).toMatchObject({ state: 'cancelled', files: [] })
    expect(cancelled.finishedAt).not.toBeNull()
    expect(await runReleaseJob(payload, signal)).toBeUndefined()
    expect(await find(project, number)).toMatchObject({ state: 'cancelled', files: [] })
    expect(await cancelRelease.execute(project.admin, input)).toEqual(cancelled)
  })

  test('ends a release being written, and keeps nothing of it', async () => {
    const project = await makeMany(4_000)
    const { number } = await requestRelease(project, { formats: ['stepmark', 'prm800k'] })
    const writing = runReleaseJob(await findReleaseJobPayload(project, number), signal)
    await waitUntilStarted(project, number)
    await cancelRelease.execute(project.admin, { project: project.slug, release: number })
    await writing
    expect(await find(project, number)).toMatchObject({ state: 'cancelled', files: [] })
    expect(await countFiles(project)).toBe(0)
  })

  test('ends a release whose files are all written', async () => {
    const { project } = await makeLabelledProject(1)
    const { number } = await requestRelease(project)
    const payload = await findReleaseJobPayload(project, number)
    const [locked, continuation] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const cancellation = getDatabase().$transaction(
      async (db) => {
        // The last step of a job before it locks the row.
        await db.$executeRaw`lock table release_file in share mode`
        locked.resolve()
        await continuation.promise
        await db.$executeRaw`update release set state = 'cancelled', attempt = attempt + 1
          where project_id = ${project.id}::uuid and number = ${number}`
      },
      { timeout: 20_000 },
    )
    await locked.promise
    const writing = runReleaseJob(payload, signal)
    await expect.poll(countBlockedStatements).toBeGreaterThan(0)
    continuation.resolve()
    await cancellation
    await writing
    expect(await find(project, number)).toMatchObject({ state: 'cancelled', files: [] })
    expect(await countFiles(project)).toBe(0)
  })

  test('is rejected for a finished release', async () => {
    const { project } = await makeLabelledProject(1)
    const { number } = await makeTestRelease(project)
    await expect(
      cancelRelease.execute(project.admin, { project: project.slug, release: number }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await find(project, number)).toMatchObject({ state: 'done' })
  })
})

test('a process that shuts down leaves its release to the next process, which writes it', async () => {
  const project = await makeMany(3_000)
  const { number } = await requestRelease(project)
  const shutdown = new AbortController()
  const writing = runReleaseJob(await findReleaseJobPayload(project, number), shutdown.signal)
  await waitUntilStarted(project, number)
  shutdown.abort(new Error('the process ends'))
  await expect(writing).rejects.toThrow('the process ends')
  expect(await find(project, number)).toMatchObject({ state: 'running', files: [] })
  expect(await countFiles(project)).toBe(0)
  expect(await runRequestedRelease(project, number)).toMatchObject({
    state: 'done',
    allRows: 3_000,
  })
})

test('the second of two jobs for one release waits, and then does nothing', async () => {
  const project = await makeMany(3_000)
  const { number } = await requestRelease(project)
  const payload = await findReleaseJobPayload(project, number)
  const writing = runReleaseJob(payload, signal)
  await waitUntilStarted(project, number)
  expect(await runReleaseJob(payload, signal)).toBe('later')
  await writing
  expect(await runReleaseJob(payload, signal)).toBeUndefined()
  expect(await readReleaseIndex(project, number)).toHaveLength(3_000)
})

test('a release job of an earlier attempt can’t report progress, and stops', async () => {
  const { project } = await makeLabelledProject(1)
  const { number } = await requestRelease(project)
  const payload = await findReleaseJobPayload(project, number)
  const progress = { readRows: 1, allRows: 2 }
  expect(await storeReleaseProgress(getDatabase(), payload, progress)).toBe(true)
  const outdatedPayload = { ...payload, attempt: 0 }
  expect(await storeReleaseProgress(getDatabase(), outdatedPayload, progress)).toBe(false)
  await expect(makeReleaseProgressReporter(outdatedPayload, signal)(progress)).rejects.toThrow(
    'has ended',
  )
  await makeReleaseProgressReporter(payload, signal)(progress)
})

test('a release whose job was given up has an error message for people, not the one for the log', async () => {
  const { project } = await makeLabelledProject(1)
  const { number } = await requestRelease(project)
  await failReleaseAfterRetries(
    await findReleaseJobPayload(project, number),
    'a reason for the log',
  )
  const release = await find(project, number)
  expect(release).toMatchObject({ state: 'failed', files: [] })
  expect(release.message).toMatch(/Nothing was written/)
  expect(release.message).not.toContain('a reason for the log')
})

test('a release contains one snapshot, although annotators submit while it is written', async () => {
  const { project, solutions } = await makeProjectWithSolutions(40)
  const people = await Promise.all(
    Array.from({ length: 4 }, () => makeMember(project, 'annotator')),
  )
  const submission = { isOver: false }
  // Each statement submits two annotations: a release has both or neither, and all annotations of
  // the previous release.
  const pairs: [string, string][] = []
  const all = [...solutions.values()].flat()
  const submitting = Promise.all(
    people.map(async ({ userId }) => {
      for (let i = 0; i < all.length; i += 2) {
        const finishedFields = {
          flow: 'solution' as const,
          stepCount: 3,
          finishReason: 'solution' as const,
          flagged: [null, null, null],
          chosen: [0, 0, 0],
          offered: [1, 1, 1],
          ratings: [1, 1, 1] as 1[],
        }
        const store = (solutionId: string) =>
          storeLabelledAnnotation(
            project,
            { solutionId, userId },
            { ...finishedFields, finishReason: null },
          )
        const pair: [string, string] = [await store(all[i]!), await store(all[i + 1]!)]
        pairs.push(pair)
        await getDatabase().$executeRaw`
          update annotation set state = 'submitted', finish_reason = 'solution' where project_id = ${project.id}::uuid
            and id = any(${pair}::uuid[])`
      }
    }),
  ).then(() => (submission.isOver = true))
  let before = new Set<string>()
  while (!submission.isOver) {
    const release = await makeTestRelease(project)
    const index = await readReleaseIndex(project, release.number)
    const current = new Set(index.map(({ annotation }) => annotation))
    for (const [first, second] of pairs) expect(current.has(first)).toBe(current.has(second))
    expect([...before].every((id) => current.has(id))).toBe(true)
    expect(release.counts?.train).toEqual(await recount(release.number))
    before = current
  }
  await submitting
  expect(await readReleaseIndex(project, (await makeTestRelease(project)).number)).toHaveLength(160)

  async function recount(number: number) {
    const lines = await readReleaseLines(project, number, 'stepmark-train.jsonl')
    const records = lines.map(
      (line) => JSON.parse(line) as { problem: { id: string }; solution: { id: string } },
    )
    const count = (ids: string[]) => new Set(ids).size
    return {
      annotations: records.length,
      solutions: count(records.map(({ solution }) => solution.id)),
      problems: count(records.map(({ problem }) => problem.id)),
    }
  }
})

const kills = isFullTestRun ? 20 : 2

test('a killed process leaves a complete release or none, and the next process completes it', async () => {
  const project = await makeMany(2_000)
  const options = { formats: ['stepmark', 'csv'], split: { testShare: 0 } } as const
  const expected = await makeTestRelease(project, { ...options, formats: [...options.formats] })
  const data = (files: typeof expected.files) =>
    files.filter(({ name }) => !['README.md', 'manifest.json', 'SHA256SUMS'].includes(name))
  for (let i = 0; i < kills; i++) {
    const { number } = await requestRelease(project, { ...options, formats: [...options.formats] })
    const before = await countFiles(project)
    const child = startScriptProcess('lib/exports/server/testing/write-release-process.ts', {
      payload: await findReleaseJobPayload(project, number),
    })
    const exitPromise = once(child, 'exit')
    await vi.waitUntil(
      async () => (await find(project, number)).allRows !== null || child.exitCode !== null,
      {
        timeout: 20_000,
      },
    )
    await sleep(Math.random() * 400)
    child.kill('SIGKILL')
    await exitPromise
    const remainingRelease = await find(project, number)
    if (remainingRelease.state === 'running') {
      expect(remainingRelease.files).toEqual([])
      expect(await countFiles(project)).toBe(before)
    }
    expect(data((await runRequestedRelease(project, number)).files)).toEqual(data(expected.files))
  }
}, 300_000)
