import { expect, test } from 'vitest'
import {
  claimLease,
  expireLease,
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeImportLineWithAlternatives,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, releaseLease, skipSolution } from '@/lib/queue/server/commands'
import { makeMember } from '@/prisma/seed/factories'
import { reopenAnnotation, submitAnnotation } from './commands'
import { getOwnWork } from './own-work'
import { getWork } from './queries'

useTestDatabase()

const submission = { ...makeSaveInput([1, 1, 1]), ...finishInputByReason.solution }

/** A reopened annotation, with other work in the queue. */
async function startReopened() {
  const work = await makeProjectWithClaimedSolution(
    {},
    ['a', 'b', 'c'].map(makeImportLineWithAlternatives),
  )
  const { project, person } = work
  const { slug } = project
  const { annotation } = await submitAnnotation.execute(person, { ...work.input, ...submission })
  const { lease, solution } = await reopenAnnotation.execute(person, { project: slug, annotation })
  const claim = (isPrefetch = false) =>
    claimNext.execute(person, { project: slug, prefetch: isPrefetch })
  return { ...work, annotation, solution, claim, lease, input: { project: slug, lease } }
}

type Reopened = Awaited<ReturnType<typeof startReopened>>

const readRework = ({ project }: Reopened) =>
  getDatabase().queueRework.findMany({
    where: { projectId: project.id },
    select: { userId: true, solutionId: true, kind: true, note: true, isCounted: true },
  })

const readItem = ({ project, solution }: Reopened) =>
  getDatabase().queueItem.findFirstOrThrow({
    where: { projectId: project.id, solutionId: solution },
    select: { leased: true, done: true },
  })

/** Claims the solution again after its lease expired. */
async function claimAgain(work: Reopened) {
  await expireLease(work.lease)
  const claimed = await work.claim()
  if (claimed.kind !== 'solution')
    throw new Error(`No solution was served: ${JSON.stringify(claimed)}`)
  return claimed
}

test('a reopened annotation whose lease expired is served first, without a reviewer’s note', async () => {
  const work = await startReopened()
  const { userId } = work.person
  expect(await readRework(work)).toEqual([
    { userId, solutionId: work.solution, kind: 'reopened', note: '', isCounted: false },
  ])
  const claimed = await claimAgain(work)
  expect(claimed).toMatchObject({ reason: 'rework', note: null, solution: work.solution })
  expect(await readItem(work)).toEqual({ leased: 1, done: 0 })
  expect(await work.claim()).toMatchObject({
    reason: 'resumed',
    note: null,
    lease: { id: claimed.lease.id },
  })
  const { slug: project } = work.project
  const openedLease = await getWork.execute(work.person, { project, lease: claimed.lease.id })
  expect(openedLease).toMatchObject({ returnedNote: null, draft: { ratings: [1, 1, 1] } })
})

test('a reopened annotation whose lease was released is served first', async () => {
  const work = await startReopened()
  await releaseLease.execute(work.person, work.input)
  expect(await work.claim()).toMatchObject({
    reason: 'rework',
    note: null,
    solution: work.solution,
  })
  expect(await readItem(work)).toEqual({ leased: 1, done: 0 })
})

test('while a reopened solution is leased, another solution can be prefetched', async () => {
  const work = await startReopened()
  const prefetched = await work.claim(true)
  expect(prefetched).toMatchObject({ kind: 'solution', reason: 'work' })
  expect(prefetched).not.toMatchObject({ solution: work.solution })
})

test('an annotator’s list of rework does not contain annotations that they reopened themselves', async () => {
  const work = await startReopened()
  const { slug: project } = work.project
  expect(await getWork.execute(work.person, work.input)).toMatchObject({ returnedNote: null })
  expect((await getOwnWork.execute(work.person, { project })).rework).toEqual([])
  await expireLease(work.lease)
  expect((await getOwnWork.execute(work.person, { project })).rework).toEqual([])
})

test.each(['at once', 'after it was served again'])(
  'a reopened annotation is not served again once it was submitted %s',
  async (when) => {
    const work = await startReopened()
    const { slug: project } = work.project
    const lease = when === 'at once' ? work.lease : (await claimAgain(work)).lease.id
    const state = { ...makeSaveInput([1, 1, 1], 2), basedOn: 1, ...finishInputByReason.solution }
    await submitAnnotation.execute(work.person, { project, lease, ...state })
    expect(await readRework(work)).toEqual([])
    expect(await readItem(work)).toEqual({ leased: 0, done: 1 })
    const next = await work.claim()
    expect(next).toMatchObject({ kind: 'solution', reason: 'work' })
    expect(next).not.toMatchObject({ solution: work.solution })
  },
)

test.each(['at once', 'after it was served again'])(
  'a reopened annotation is not served again once its solution was skipped %s',
  async (when) => {
    const work = await startReopened()
    const { slug: project } = work.project
    const lease = when === 'at once' ? work.lease : (await claimAgain(work)).lease.id
    await skipSolution.execute(work.person, { project, lease, reason: 'Not again.' })
    expect(await readRework(work)).toEqual([])
    expect(await readItem(work)).toEqual({ leased: 0, done: 0 })
    const next = await work.claim()
    expect(next).toMatchObject({ kind: 'solution', reason: 'work' })
    expect(next).not.toMatchObject({ solution: work.solution })
  },
)

test('a reopened annotation is not served again once another annotator has leased its solution', async () => {
  const work = await startReopened()
  const { slug: project } = work.project
  await expireLease(work.lease)
  const otherAnnotator = await makeMember(work.project, 'annotator')
  const lease = await claimLease(work.project, otherAnnotator)
  expect((await getWork.execute(otherAnnotator, { project, lease })).solution).toBe(work.solution)
  const next = await work.claim()
  expect(next).toMatchObject({ kind: 'solution', reason: 'work' })
  expect(next).not.toMatchObject({ solution: work.solution })
  expect(await readRework(work)).toEqual([])
  expect(await readItem(work)).toEqual({ leased: 1, done: 0 })
})
