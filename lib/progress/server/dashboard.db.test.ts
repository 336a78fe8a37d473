import { expect, test } from 'vitest'
import { agreementFiltersField } from '@/lib/agreement/agreement-filters'
import { startAgreement } from '@/lib/agreement/server/commands'
import { runAgreementJob } from '@/lib/agreement/server/jobs'
import { getAgreement } from '@/lib/agreement/server/queries'
import {
  makeDoublyAnnotatedSolutions,
  storeAnnotation,
} from '@/lib/agreement/testing/doubly-annotated'
import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import {
  claimLease,
  finishInputByReason,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { pauseAnnotator } from '@/lib/people/server/pause-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  storeGoldSolutions,
  claimUntilGoldIsServed,
  planTestGold,
  setGoldShare,
} from '@/lib/queue/testing/gold-fixtures'
import { makeAnnotators, makeProjectWithQueue } from '@/lib/queue/testing/queue-fixtures'
import { returnAnnotation } from '@/lib/reviews/server/commands'
import { getAnnotation, listAnnotations } from '@/lib/reviews/server/queries'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { getDashboard } from './dashboard'

useTestDatabase()

const read = (project: TestProject) =>
  getDashboard.execute(project.admin, { project: project.slug })

async function submit(
  project: TestProject,
  person: Person,
  ratings: Parameters<typeof makeSaveInput>[0],
  lease?: string,
) {
  const leaseKey = { project: project.slug, lease: lease ?? (await claimLease(project, person)) }
  const finishInput =
    ratings.at(-1) === -1 ? finishInputByReason.foundError : finishInputByReason.solution
  return submitAnnotation.execute(person, {
    ...leaseKey,
    ...makeSaveInput(ratings),
    ...finishInput,
  })
}

test('the dashboard of a project without annotations has empty days and no active people', async () => {
  const dashboard = await read(await makeProjectWithQueue(2))
  expect(dashboard.days).toHaveLength(28)
  expect(dashboard.days.every(({ annotations, positive }) => annotations + positive === 0)).toBe(
    true,
  )
  expect(dashboard).toMatchObject({
    firstErrors: Array.from({ length: 10 }, () => 0),
    active: { annotators: 0, people: [], total: 0 },
    agreement: null,
  })
})

test('the dashboard counts ratings by day for 28 days, without gold', async () => {
  const project = await makeProjectWithQueue(8)
  const [ada, ben] = await makeAnnotators(project, 2)
  await submit(project, ada!, [1, -1])
  await submit(project, ada!, [1, 0, -1])
  await submit(project, ben!, [1, 1, 1])
  const early = await submit(project, ben!, [-1])
  await submit(project, ben!, [0, -1])
  const move = (annotation: string, days: number) => getDatabase().$executeRaw`
    update annotation set submitted_at = submitted_at - make_interval(days => ${days}::int)
    where id = ${annotation}::uuid`
  await move(early.annotation, 27)
  const old = await submit(project, ben!, [-1])
  await move(old.annotation, 28)
  await planTestGold(project, ben!, await storeGoldSolutions(project, 1))
  await setGoldShare(project, 0.5)
  await submit(project, ben!, [-1], (await claimUntilGoldIsServed(project, ben!)).lease.id)

  const { days, firstErrors } = await read(project)
  expect(days.at(-1)).toMatchObject({ annotations: 4, negative: 3, neutral: 2, positive: 5 })
  expect(days[0]).toMatchObject({ annotations: 1, negative: 1, neutral: 0, positive: 0 })
  expect(days.slice(1, -1).every(({ annotations }) => annotations === 0)).toBe(true)
  expect(firstErrors).toEqual([1, 2, 1, 0, 0, 0, 0, 0, 0, 0])
})

test('the dashboard does not count annotations of a solution that became gold later', async () => {
  const project = await makeProjectWithQueue(2)
  const [ada] = await makeAnnotators(project, 1)
  const { annotation } = await submit(project, ada!, [1, -1])
  await submit(project, ada!, [-1])
  const { solutionId } = await getDatabase().annotation.findFirstOrThrow({
    where: { id: annotation },
    select: { solutionId: true },
  })
  await getDatabase().goldItem.create({
    data: { projectId: project.id, solutionId, firstErrors: [1] },
  })
  const { days, firstErrors } = await read(project)
  expect(days.at(-1)).toMatchObject({ annotations: 1, negative: 1, positive: 0 })
  expect(firstErrors).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('the dashboard lists people who are labelling first, then paused ones, then those active today; only paused ones while names are hidden', async () => {
  const project = await makeProjectWithQueue(8)
  const [ada, ben, cem, dan] = await makeAnnotators(project, 4)
  await submit(project, ada!, [1, -1])
  await submit(project, ben!, [1, 1, 1])
  const lease = await claimLease(project, ben!)
  await claimLease(project, ben!, true)
  await saveAnnotation.execute(ben!, { project: project.slug, lease, ...makeSaveInput([1]) })
  await pauseAnnotator.execute(project.admin, {
    project: project.slug,
    user: cem!.userId,
    message: 'Wait.',
  })
  const { active } = await read(project)
  expect(active).toMatchObject({ annotators: 1, total: 3 })
  expect(active.people).toMatchObject([
    {
      user: ben!.userId,
      current: { step: 2, steps: 3, isScreening: false },
      submittedToday: 1,
      gold: null,
    },
    { user: cem!.userId, current: null, pausedAt: expect.any(String) as string, submittedToday: 0 },
    { user: ada!.userId, current: null, submittedToday: 1, msPerStep: 750 },
  ])
  expect(active.people.map(({ user }) => user)).not.toContain(dan!.userId)

  const reviewer = await makeMember(project, 'reviewer')
  const hidden = await getDashboard.execute(reviewer, { project: project.slug })
  expect(hidden.active).toMatchObject({
    annotators: 1,
    total: 1,
    listsOnlyPaused: true,
  })
  expect(hidden.active.people).toEqual([
    {
      user: cem!.userId,
      name: active.people[1]!.name,
      gold: null,
      pausedAt: expect.stringMatching(/T00:00:00\.000Z$/) as string,
      current: null,
      lastSubmittedAt: null,
      submittedToday: null,
      msPerStep: null,
    },
  ])
})

test('the dashboard lists a paused person with a lease after the people who are labelling, and does not count them', async () => {
  const project = await makeProjectWithQueue(8)
  const [ada, ben] = await makeAnnotators(project, 2)
  for (const person of [ada!, ben!]) await claimLease(project, person)
  const pauseFirst = { project: project.slug, user: ada!.userId, message: 'Wait.' }
  await pauseAnnotator.execute(project.admin, pauseFirst)
  const { active } = await read(project)
  expect(active).toMatchObject({ annotators: 1, total: 2 })
  expect(active.people).toMatchObject([
    { user: ben!.userId, pausedAt: null },
    { user: ada!.userId, pausedAt: expect.any(String) as string },
  ])
})

test('the dashboard shows the step of the first error as the annotator’s current step', async () => {
  const project = await makeProjectWithQueue(1)
  const [ada] = await makeAnnotators(project, 1)
  const lease = await claimLease(project, ada!)
  await saveAnnotation.execute(ada!, { project: project.slug, lease, ...makeSaveInput([1, -1]) })
  const { active } = await read(project)
  expect(active.people).toMatchObject([{ current: { step: 2, steps: 3 } }])
})

test('the dashboard says whether annotations have changed since agreement was computed', async () => {
  const project = await makeProject({})
  await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
  const { slug } = project
  const { agreement } = await startAgreement.execute(project.admin, {
    project: slug,
    filters: agreementFiltersField.parse({}),
    onlyIfOutdated: false,
  })
  const { attempt } = await getDatabase().agreementRun.findFirstOrThrow({
    where: { projectId: project.id, id: agreement },
    select: { attempt: true },
  })
  const payload = { projectId: project.id, agreementId: agreement, attempt }
  await runAgreementJob(payload, new AbortController().signal)
  const { result } = await getAgreement.execute(project.admin, { project: slug, agreement })
  expect((await read(project)).agreement).toMatchObject({
    asOf: result!.asOf,
    doublyLabelled: 2,
    isOutdated: false,
  })

  const { annotations } = await listAnnotations.execute(project.admin, { project: slug, limit: 1 })
  const key = { project: slug, annotation: annotations[0]!.annotation }
  const { version } = await getAnnotation.execute(project.admin, key)
  await returnAnnotation.execute(project.admin, {
    ...key,
    version,
    note: 'Look again.',
  })
  const third = await makeMember(project, 'annotator')
  const later = new Date(Date.now() + 1_000).toISOString()
  await storeAnnotation(project, 'p0/0', third, [1, 1, 1], { submittedAt: later })
  expect((await read(project)).agreement).toMatchObject({ isOutdated: true })
})
