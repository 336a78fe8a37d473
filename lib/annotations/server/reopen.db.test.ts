import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  revealOptionsOfStep,
  claimLease,
  expireLease,
  finishInputByReason,
  makeImportLineWithAlternatives,
  makeSaveInput,
  readAnnotations,
  makeProjectWithClaimedSolution,
  makeProjectWithRevealedOptions,
} from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, releaseLease } from '@/lib/queue/server/commands'
import { makeMember, makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

const foundError = {
  ...makeSaveInput([1, -1], 1, {
    options: { 1: [1, 0] },
    explanation: { option: 0 },
    supersededRatings: [1],
    notes: [{ step: 0, option: null, kind: 'flag' as const, text: 'Why?' }],
  }),
  ...finishInputByReason.foundError,
}

async function submitNext(project: TestProject, person: Person): Promise<void> {
  const input = { project: project.slug, lease: await claimLease(project, person) }
  await revealOptionsOfStep({ person, input }, 1)
  await submitAnnotation.execute(person, { ...input, ...foundError })
}

/** A newly submitted annotation. */
async function submitOne(lines: readonly unknown[] = [makeImportLineWithAlternatives()]) {
  const work = await makeProjectWithRevealedOptions({}, lines)
  const { annotation } = await submitAnnotation.execute(work.person, {
    ...work.input,
    ...foundError,
  })
  const reopen = (who: Person = work.person) =>
    reopenAnnotation.execute(who, { project: work.project.slug, annotation })
  return { ...work, annotation, reopen }
}

const twoLines = [makeImportLineWithAlternatives('a'), makeImportLineWithAlternatives('b')]

/** The queue's counts in serving order, and the leases. */
async function readQueue({ id }: TestProject) {
  const db = getDatabase()
  const [items, leases] = await Promise.all([
    db.queueItem.findMany({
      where: { projectId: id },
      select: { leased: true, done: true },
      orderBy: [{ pass: 'asc' }, { priority: 'desc' }, { solutionId: 'asc' }],
    }),
    db.lease.findMany({
      where: { projectId: id },
      select: { id: true, isPrefetched: true },
      orderBy: { isPrefetched: 'asc' },
    }),
  ])
  return { items, leases }
}

const setSubmitted = (annotation: string, minutesAgo: number) => getDatabase().$executeRaw`
  update annotation set submitted_at = now() - make_interval(mins => ${minutesAgo}) where id = ${annotation}::uuid`

describe('a reopened submission', () => {
  test('becomes a leased draft, and its slot in the queue counts as leased instead of done', async () => {
    const { project, person, reopen } = await submitOne()
    expect(await readQueue(project)).toEqual({ items: [{ leased: 0, done: 1 }], leases: [] })
    const { lease } = await reopen()
    expect(await readQueue(project)).toEqual({
      items: [{ leased: 1, done: 0 }],
      leases: [{ id: lease, isPrefetched: false }],
    })
    expect(
      await claimNext.execute(person, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      kind: 'solution',
      reason: 'resumed',
      lease: { id: lease },
    })
    const { draft } = await getWork.execute(person, { project: project.slug, lease })
    const { sequence, ...sent } = makeSaveInput(foundError.ratings, 1, foundError)
    // The part of the input that describes the annotation itself.
    const draftFields = new Set(Object.keys(draft!))
    const expectedContent = Object.fromEntries(
      Object.entries(sent).filter(([name]) => draftFields.has(name)),
    )
    expect(draft).toEqual({ ...expectedContent, sequence, writer: null, lastEvent: 1 })
  })

  test('is archived each time it is reopened', async () => {
    const { project, person, annotation, reopen } = await submitOne()
    const { lease } = await reopen()
    const input = { project: project.slug, lease }
    const changedSave = { ...makeSaveInput([1, 1, 1], 2), basedOn: 1 }
    await submitAnnotation.execute(person, {
      ...input,
      ...changedSave,
      ...finishInputByReason.solution,
    })
    await reopen()
    const copies = await getDatabase().annotationArchive.findMany({
      where: { projectId: project.id, annotationId: annotation },
      select: { number: true, reason: true, record: true },
      orderBy: { number: 'asc' },
    })
    expect(copies).toMatchObject([
      {
        number: 1,
        reason: 'reopened',
        record: {
          state: 'submitted',
          ratings: [1, -1],
          finish_reason: 'found_error',
          option_ratings: [{ rating: 1 }, { rating: 0 }],
          notes: [{ step: 0, kind: 'flag', text: 'Why?' }],
        },
      },
      { number: 2, record: { ratings: [1, 1, 1], finish_reason: 'solution' } },
    ])
    expect(await readAnnotations(project)).toMatchObject([{ state: 'draft', ratings: [1, 1, 1] }])
  })

  test('can be overwritten only by a page that has loaded it', async () => {
    const { project, person, reopen } = await submitOne()
    const { lease } = await reopen()
    const input = { project: project.slug, lease }
    // The page that submitted it, which does not know that it was reopened.
    await expect(
      saveAnnotation.execute(person, { ...input, ...makeSaveInput([1], 2) }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1], 2), basedOn: 1 })
    expect(await readAnnotations(project)).toMatchObject([{ state: 'draft', ratings: [1] }])
  })

  test('that was given up contains only its rated steps', async () => {
    const { project, person, input } = await makeProjectWithClaimedSolution({}, [
      makeProblemLine('p', [0.5]),
    ])
    const state = makeSaveInput([1])
    const { annotation } = await submitAnnotation.execute(person, {
      ...input,
      ...state,
      ...finishInputByReason.giveUp,
    })
    await reopenAnnotation.execute(person, { project: project.slug, annotation })
    expect(await readAnnotations(project)).toMatchObject([
      { state: 'draft', ratings: [1], finishReason: null },
    ])
  })

  test('frees its slot in the queue when its lease is released', async () => {
    const { project, person, reopen } = await submitOne()
    const { lease } = await reopen()
    await releaseLease.execute(person, { project: project.slug, lease })
    expect(await readQueue(project)).toEqual({ items: [{ leased: 0, done: 0 }], leases: [] })
    expect(await readAnnotations(project)).toMatchObject([{ state: 'draft' }])
  })
})

describe('the annotator’s current solution, when they reopen another one,', () => {
  test('becomes the prefetched one', async () => {
    const { project, person, reopen } = await submitOne(twoLines)
    const next = await claimLease(project, person)
    const { lease } = await reopen()
    expect(await readQueue(project)).toEqual({
      items: [
        { leased: 1, done: 0 },
        { leased: 1, done: 0 },
      ],
      leases: [
        { id: lease, isPrefetched: false },
        { id: next, isPrefetched: true },
      ],
    })
    expect(await claimLease(project, person, true)).toBe(next)
    const secondSave = { ...foundError, sequence: 2, basedOn: 1 }
    await submitAnnotation.execute(person, { project: project.slug, lease, ...secondSave })
    expect((await readQueue(project)).leases).toEqual([{ id: next, isPrefetched: false }])
  })

  test('becomes the prefetched one, and an earlier prefetched solution is released', async () => {
    const { project, person, reopen } = await submitOne([
      ...twoLines,
      makeImportLineWithAlternatives('c'),
    ])
    const next = await claimLease(project, person)
    await claimLease(project, person, true)
    const { lease } = await reopen()
    expect(await readQueue(project)).toEqual({
      items: [
        { leased: 1, done: 0 },
        { leased: 1, done: 0 },
        { leased: 0, done: 0 },
      ],
      leases: [
        { id: lease, isPrefetched: false },
        { id: next, isPrefetched: true },
      ],
    })
  })

  test('becomes the prefetched one if the lease of the earlier prefetched one has expired', async () => {
    const { project, person, reopen } = await submitOne([
      ...twoLines,
      makeImportLineWithAlternatives('c'),
    ])
    const next = await claimLease(project, person)
    await expireLease(await claimLease(project, person, true))
    const { lease } = await reopen()
    expect(await readQueue(project)).toMatchObject({
      items: [{ leased: 1 }, { leased: 1 }, { leased: 0 }],
      leases: [{ id: lease }, { id: next, isPrefetched: true }],
    })
  })
})

describe('reopening is rejected', () => {
  const last = {
    code: 'conflict',
    message: expect.stringMatching(/Only your last submitted annotation can be reopened/),
  }

  test('after ten minutes', async () => {
    const { annotation, project, reopen } = await submitOne()
    await setSubmitted(annotation, 11)
    await expect(reopen()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/10 minutes/),
    })
    expect(await readAnnotations(project)).toMatchObject([{ state: 'submitted' }])
    expect(await getDatabase().annotationArchive.count({ where: { projectId: project.id } })).toBe(
      0,
    )
    await setSubmitted(annotation, 9)
    await reopen()
  })

  test('if the annotator has submitted another annotation since', async () => {
    const { project, person, reopen } = await submitOne(twoLines)
    await submitNext(project, person)
    await expect(reopen()).rejects.toMatchObject(last)
  })

  test('only after the annotator’s own next submission, not after someone else’s', async () => {
    const { project, reopen } = await submitOne(twoLines)
    const otherAnnotator = await makeMember(project, 'annotator')
    await submitNext(project, otherAnnotator)
    expect(await reopen()).toHaveProperty('lease')
  })

  test('for an annotation in a screening', async () => {
    const { annotation, reopen } = await submitOne()
    await getDatabase().annotation.updateMany({
      where: { id: annotation },
      data: { isScreening: true },
    })
    await expect(reopen()).rejects.toMatchObject(last)
  })

  test('while the annotation is already reopened', async () => {
    const { project, reopen } = await submitOne()
    await reopen()
    await expect(reopen()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/already open/),
    })
    expect((await readQueue(project)).items).toEqual([{ leased: 1, done: 0 }])
  })

  test('with not_found for another member', async () => {
    const { project, annotation, reopen } = await submitOne()
    const [annotator, admin] = [
      await makeMember(project, 'annotator'),
      await makeMember(project, 'admin'),
    ]
    for (const otherMember of [annotator, admin])
      await expect(reopen(otherMember)).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      reopenAnnotation.execute(annotator, { project: project.slug, annotation: randomUUID() }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await readAnnotations(project)).toMatchObject([{ id: annotation, state: 'submitted' }])
  })
})

// A race is lost only sometimes, so try several times.
test.each([1, 2, 3, 4, 5, 6])(
  'reopening and claiming concurrently leave exactly one current lease (run %i)',
  async () => {
    const { project, person, reopen } = await submitOne(twoLines)
    const [{ lease }] = await Promise.all([reopen(), claimLease(project, person)])
    const { leases, items } = await readQueue(project)
    expect(leases[0]).toEqual({ id: lease, isPrefetched: false })
    expect(leases.slice(1).map(({ isPrefetched }) => isPrefetched)).toEqual(
      leases.length > 1 ? [true] : [],
    )
    expect(items.reduce((sum, { leased }) => sum + leased, 0)).toBe(leases.length)
  },
)

test('only one of two concurrent reopenings succeeds', async () => {
  const { project, reopen } = await submitOne()
  const outcomes = await Promise.allSettled([reopen(), reopen()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await readQueue(project)).items).toEqual([{ leased: 1, done: 0 }])
  expect(await getDatabase().annotationArchive.count({ where: { projectId: project.id } })).toBe(1)
})
