import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { getAnnotation, listAnnotations } from './queries'
import { sampleAnnotationsForReview } from './sample-annotations-for-review.sql'

useTestDatabase()

let project: TestProject
let ann: Person

beforeEach(async () => {
  project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.5])])
  ann = await makeMember(project, 'annotator')
})

const runSampling = () => sampleAnnotationsForReview(getDatabase(), new AbortController().signal)

interface Shares {
  reviewShare?: number
  reviewFirstShare?: number
  reviewFirstCount?: number
}

/** Sets the shares as if they had been set a minute ago. */
async function setShares(shares: Shares): Promise<void> {
  await getDatabase().project.update({
    where: { id: project.id },
    data: shares,
    select: { id: true },
  })
  await runSampling()
  await getDatabase().$executeRaw`
    update review_sample_cursor set submitted_at = now() - interval '1 minute' where project_id = ${project.id}::uuid`
}

/** Submitted annotations of one annotator, each of a different solution, oldest first. */
async function submit(
  count: number,
  { person = ann, secondsAgo = 30, check = false } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await getDatabase().$executeRaw`
    with inserted as (
      insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, answer, verdict,
        verdict_reason, grader_version, metadata, import_id)
      select s.project_id, g.id, s.problem_id, sha256(g.id::text::bytea), sha256(g.id::text::bytea), s.record_hash, s.flow,
        s.steps, s.answer, s.verdict, s.verdict_reason, s.grader_version, s.metadata, s.import_id
      from unnest(${ids}::uuid[]) as g(id),
        (select * from solution where project_id = ${project.id}::uuid order by id limit 1) s
      returning id
    )
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, submitted_at, is_quality_control)
    select ${project.id}::uuid, m.id, m.id, ${person.userId}::uuid, ${person.userId}, 'submitted', 'solution', 3, '{-1}',
      '{null}', '{null}', '{1}', 'found_error',
      now() - make_interval(secs => ${secondsAgo} - 0.001 * array_position(${ids}::uuid[], m.id)),
      ${check}
    from inserted m`
  return ids
}

const listSampled = async () =>
  (
    await getDatabase().reviewSample.findMany({
      where: { projectId: project.id },
      select: { annotationId: true, chance: true },
    })
  ).map(({ annotationId, chance }) => ({ id: annotationId, chance }))

const read = async (options: object = {}) =>
  listAnnotations.execute(
    project.admin,
    listAnnotations.contract.input.parse({ project: project.slug, sample: 'review', ...options }),
  )

test('the review sample includes each new submission at most once, and no answers to gold', async () => {
  const [before] = await submit(1, { secondsAgo: 90 })
  await setShares({ reviewShare: 1 })
  const ids = await submit(3)
  await submit(2, { check: true })
  const [newestAnnotation] = await submit(1, { secondsAgo: 1 })
  await runSampling()
  const samples = await listSampled()
  expect(samples.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(samples.every(({ chance }) => chance === 1)).toBe(true)
  await runSampling()
  expect(await listSampled()).toEqual(samples)
  expect(samples.map(({ id }) => id)).not.toContain(before)
  expect(samples.map(({ id }) => id)).not.toContain(newestAnnotation)
})

test('the review sample includes no annotations of a solution that became gold later', async () => {
  await setShares({ reviewShare: 1 })
  const [work, gold] = await submit(2)
  await getDatabase().goldItem.create({
    data: { projectId: project.id, solutionId: gold!, firstErrors: [0] },
  })
  await runSampling()
  expect(await listSampled()).toEqual([{ id: work, chance: 1 }])
})

test('the review sample includes a higher share of each annotator’s first annotations', async () => {
  await setShares({ reviewShare: 0.2, reviewFirstShare: 1, reviewFirstCount: 20 })
  const ids = [
    ...(await submit(200, { secondsAgo: 50 })),
    ...(await submit(200, { secondsAgo: 40 })),
    ...(await submit(200, { secondsAgo: 30 })),
  ]
  const otherAnnotation = await submit(30, { person: await makeMember(project, 'annotator') })
  await runSampling()
  const samples = new Map((await listSampled()).map(({ id, chance }) => [id, chance]))
  for (const first of [...ids.slice(0, 20), ...otherAnnotation.slice(0, 20)])
    expect(samples.get(first)).toBe(1)
  const later = ids.slice(20).filter((id) => samples.has(id))
  expect(later.every((id) => samples.get(id) === 0.2)).toBe(true)
  // Of 580 with a probability of 0.2: within five standard deviations.
  expect(Math.abs(later.length - 116)).toBeLessThan(49)
})

test('each annotator’s first annotations are sampled for review at least at the general rate', async () => {
  await setShares({ reviewShare: 1, reviewFirstShare: 0 })
  await submit(3)
  await runSampling()
  expect(await listSampled()).toHaveLength(3)
})

test('resubmitted annotations are not sampled for review again', async () => {
  await setShares({ reviewShare: 0.5 })
  const ids = await submit(40)
  await runSampling()
  const samples = await listSampled()
  await getDatabase().$executeRaw`
    update annotation set submitted_at = now() - interval '12 seconds' where id = any (${ids}::uuid[])`
  await runSampling()
  expect(await listSampled()).toEqual(samples)
})

test('annotations submitted while the review share was zero are never sampled for review', async () => {
  await setShares({ reviewShare: 1 })
  await setShares({ reviewShare: 0 })
  await submit(2)
  await runSampling()
  await getDatabase().project.update({
    where: { id: project.id },
    data: { reviewShare: 1 },
    select: { id: true },
  })
  await runSampling()
  await runSampling()
  expect(await listSampled()).toEqual([])
})

test('the review sample is listed in order of sampling, with the number of annotations that wait for review', async () => {
  await setShares({ reviewShare: 1 })
  const first = await submit(1, { secondsAgo: 20 })
  await runSampling()
  const second = await submit(2, { secondsAgo: 15 })
  await runSampling()
  await submit(1, { secondsAgo: 2 })
  const page = await read({ limit: 2 })
  expect(page.annotations[0]).toMatchObject({
    annotation: first[0],
    selectionProbability: 1,
    state: 'submitted',
  })
  const nextPage = await read({ limit: 2, after: page.next! })
  const all = [...page.annotations, ...nextPage.annotations].map(({ annotation }) => annotation)
  expect(all).toEqual([first[0], ...second.toSorted()])
  expect(nextPage.next).toBeNull()
  const readNext = async (annotation: string, sample?: 'review') =>
    (await getAnnotation.execute(project.admin, { project: project.slug, annotation, sample })).next
  expect([await readNext(all[0]!, 'review'), await readNext(all[2]!, 'review')]).toEqual([
    all[1],
    null,
  ])
  expect(await getReviewCounts.execute(project.admin, { project: project.slug })).toMatchObject({
    sampled: 3,
  })
  const unfiltered = await listAnnotations.execute(
    project.admin,
    listAnnotations.contract.input.parse({ project: project.slug }),
  )
  expect(unfiltered.annotations.map(({ selectionProbability }) => selectionProbability)).toEqual([
    null,
    1,
    1,
    1,
  ])
})
