import { expect, test } from 'vitest'
import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { claimLease, finish, makeState } from '@/lib/annotations/testing/claimed-work'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { addGold, claimGold, planFor, setGoldShare } from '@/lib/queue/testing/gold-queue'
import { join, makeQueue } from '@/lib/queue/testing/made-queue'
import { pausePerson } from '@/lib/review/server/pause-commands'
import type { Person } from '@/lib/auth/actor'
import { agreementFiltersField } from '@/lib/review/agreement-filters'
import { startAgreement } from '@/lib/review/server/agreement-commands'
import { runAgreementJob } from '@/lib/review/server/agreement-jobs'
import { getAgreement } from '@/lib/review/server/agreement-queries'
import { returnAnnotation } from '@/lib/review/server/annotation-review-commands'
import { getAnnotation, listAnnotations } from '@/lib/review/server/annotation-review-queries'
import { makeTwiceLabelled, tell } from '@/lib/review/testing/twice-labelled'
import { joinProject, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { getDashboard } from './dashboard'

useTestDatabase()

const read = (project: MadeProject) =>
  getDashboard.execute(project.admin, { project: project.slug })

async function submit(
  project: MadeProject,
  person: Person,
  ratings: Parameters<typeof makeState>[0],
  lease?: string,
) {
  const of = { project: project.slug, lease: lease ?? (await claimLease(project, person)) }
  const how = ratings.at(-1) === -1 ? finish.foundError : finish.solution
  return submitAnnotation.execute(person, { ...of, ...makeState(ratings), ...how })
}

test('a project that nobody labelled has days without anything, and nobody at work', async () => {
  const dashboard = await read(await makeQueue(2))
  expect(dashboard.days).toHaveLength(28)
  expect(dashboard.days.every(({ annotations, positive }) => annotations + positive === 0)).toBe(
    true,
  )
  expect(dashboard).toMatchObject({
    firstErrors: Array.from({ length: 10 }, () => 0),
    working: { atWork: 0, leases: 0, people: [], count: 0 },
    agreement: null,
  })
})

test('labels are counted on their day by what they say; older ones and gold are not', async () => {
  const project = await makeQueue(8)
  const [ada, ben] = await join(project, 2)
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
  await planFor(project, ben!, await addGold(project, 1))
  await setGoldShare(project, 0.5)
  await submit(project, ben!, [-1], (await claimGold(project, ben!)).lease.id)

  const { days, firstErrors } = await read(project)
  expect(days.at(-1)).toMatchObject({ annotations: 4, negative: 3, neutral: 2, positive: 5 })
  expect(days[0]).toMatchObject({ annotations: 1, negative: 1, neutral: 0, positive: 0 })
  expect(days.slice(1, -1).every(({ annotations }) => annotations === 0)).toBe(true)
  expect(firstErrors.slice(0, 4)).toEqual([1, 2, 1, 0])
})

test('who has a solution in hand stands first, then who is paused, then who was there today', async () => {
  const project = await makeQueue(8)
  const [ada, ben, cem, dan] = await join(project, 4)
  await submit(project, ada!, [1, -1])
  await submit(project, ben!, [1, 1, 1])
  const lease = await claimLease(project, ben!)
  await claimLease(project, ben!, true)
  await saveAnnotation.execute(ben!, { project: project.slug, lease, ...makeState([1]) })
  await pausePerson.execute(project.admin, {
    ...{ project: project.slug, user: cem!.userId, message: 'Wait.' },
  })
  const { working } = await read(project)
  expect(working).toMatchObject({ atWork: 1, leases: 2, count: 3 })
  expect(working.people).toMatchObject([
    { user: ben!.userId, now: { step: 2, steps: 3, isScreening: false }, doneToday: 1, gold: null },
    { user: cem!.userId, now: null, pausedAt: expect.any(String) as string, doneToday: 0 },
    { user: ada!.userId, now: null, doneToday: 1, msPerStep: 750 },
  ])
  expect(working.people.map(({ user }) => user)).not.toContain(dan!.userId)
})

test('who has found the first error stands there, and at no step after it', async () => {
  const project = await makeQueue(1)
  const [ada] = await join(project, 1)
  const lease = await claimLease(project, ada!)
  await saveAnnotation.execute(ada!, { project: project.slug, lease, ...makeState([1, -1]) })
  const { working } = await read(project)
  expect(working.people).toMatchObject([{ now: { step: 2, steps: 3 } }])
})

test('agreement says of when it is, and how much has come and gone since', async () => {
  const project = await makeProject({})
  await makeTwiceLabelled(project, { count: 2, apart: 0 })
  const { slug } = project
  const { agreement } = await startAgreement.execute(project.admin, {
    project: slug,
    filters: agreementFiltersField.parse({}),
  })
  const { attempt } = await getDatabase().agreementRun.findFirstOrThrow({
    where: { projectId: project.id, id: agreement },
    select: { attempt: true },
  })
  const payload = { projectId: project.id, agreementId: agreement, attempt }
  await runAgreementJob(payload, new AbortController().signal)
  const { result } = await getAgreement.execute(project.admin, { project: slug, agreement })
  expect((await read(project)).agreement).toMatchObject({
    ...{ asOf: result!.asOf, doublyLabelled: 2, newAnnotations: 0, takenBack: 0 },
  })

  const { annotations } = await listAnnotations.execute(project.admin, { project: slug, limit: 1 })
  const place = { project: slug, annotation: annotations[0]!.annotation }
  const { submittedAt } = await getAnnotation.execute(project.admin, place)
  await returnAnnotation.execute(project.admin, {
    ...{ ...place, submittedAt: submittedAt!, note: 'Look again.' },
  })
  const third = await joinProject(project, 'annotator')
  const later = new Date(Date.now() + 1_000).toISOString()
  await tell(project, 'p0/0', third, [1, 1, 1], { submittedAt: later })
  expect((await read(project)).agreement).toMatchObject({ newAnnotations: 1, takenBack: 1 })
})
