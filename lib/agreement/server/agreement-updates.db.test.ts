import { beforeEach, describe, expect, test } from 'vitest'
import {
  makeDoublyAnnotatedSolutions,
  storeAnnotation,
} from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { automaticRetryDelayMs } from '@/lib/jobs/stored-result'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { cancelAgreement, startAgreement } from './commands'
import { recordAgreementFailure, runAgreementJob } from './jobs'
import { getAgreement, listAgreements } from './queries'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const start = (input: Record<string, unknown> = {}, person: Person = project.admin) =>
  startAgreement.execute(
    person,
    startAgreement.contract.input.parse({ project: project.slug, ...input }),
  )
/** Like a page when it opens. */
const startIfOutdated = (filters: Record<string, unknown> = {}, person?: Person) =>
  start({ filters, onlyIfOutdated: true }, person)

async function readPayload(agreement: string) {
  const { attempt } = await getDatabase().agreementRun.findFirstOrThrow({
    where: { projectId: project.id, id: agreement },
    select: { attempt: true },
  })
  return { projectId: project.id, agreementId: agreement, attempt }
}

async function compute(filters: Record<string, unknown> = {}): Promise<string> {
  const { agreement } = await start({ filters })
  await runAgreementJob(await readPayload(agreement), new AbortController().signal)
  return agreement
}

/** A third annotator submits one more annotation. */
async function addAnnotation(ratings: (-1 | 0 | 1)[] = [1, 1, 1]) {
  const submittedAt = new Date(Date.now() + 1_000).toISOString()
  await storeAnnotation(project, 'p0/0', await makeMember(project, 'annotator'), ratings, {
    submittedAt,
  })
}

describe('concurrent requests for the Agreement page', () => {
  test('concurrent viewers start one computation', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => startIfOutdated()))
    expect(new Set(replies.map(({ agreement }) => agreement)).size).toBe(1)
    const { agreements } = await listAgreements.execute(project.admin, { project: project.slug })
    expect(agreements).toHaveLength(1)
  })
})

describe('updates of the stored agreement result', () => {
  test('the Agreement page returns the stored result while it is up to date', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
    const agreement = await compute()
    const reply = await startIfOutdated()
    expect(reply).toMatchObject({ agreement, state: 'done', isOutdated: false })
    expect(reply.result?.report.doublyLabelled).toBe(2)
  })

  test('new annotations make a result outdated', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
    const agreement = await compute()
    await addAnnotation()
    const { isOutdated } = await getAgreement.execute(project.admin, {
      project: project.slug,
      agreement,
    })
    expect(isOutdated).toBe(true)
    expect(await startIfOutdated()).toMatchObject({ state: 'running' })
  })

  test('annotations outside the filters do not make a result outdated', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
    const filters = { until: '2026-03-05' }
    const agreement = await compute(filters)
    await addAnnotation()
    expect(await startIfOutdated(filters)).toMatchObject({ agreement, isOutdated: false })
  })

  test('after a failed computation, pages start another only after a delay', async () => {
    const { agreement } = await startIfOutdated()
    await recordAgreementFailure(await readPayload(agreement))
    expect(await startIfOutdated()).toMatchObject({ agreement, state: 'failed' })
    await getDatabase().agreementRun.updateMany({
      where: { projectId: project.id, id: agreement },
      data: { finishedAt: new Date(Date.now() - automaticRetryDelayMs - 1_000) },
    })
    expect(await startIfOutdated()).toMatchObject({ state: 'running' })
  })

  test('opening the page does not restart a cancelled computation, but a user can start another', async () => {
    const { agreement } = await startIfOutdated()
    await cancelAgreement.execute(project.admin, { project: project.slug, agreement })
    expect(await startIfOutdated()).toMatchObject({ agreement, state: 'cancelled' })
    expect(await start()).toMatchObject({ state: 'running' })
  })
})

test('reviewers can start an agreement computation; annotators and non-members can’t', async () => {
  const annotator = await makeMember(project, 'annotator')
  const outsider = await makeMember(await makeProject({}, project.admin), 'reviewer')
  await expect(startIfOutdated({}, annotator)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(startIfOutdated({}, outsider)).rejects.toMatchObject({ code: 'not_found' })
  expect(await startIfOutdated({}, await makeMember(project, 'reviewer'))).toMatchObject({
    state: 'running',
  })
})
