import { expect, test } from 'vitest'
import { adjudicateSolution } from '@/lib/adjudication/server/commands'
import { compareAnnotations, listDisagreements } from '@/lib/adjudication/server/queries'
import {
  claimNextItem,
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import {
  reopenAnnotation,
  saveAnnotation,
  submitAnnotation,
} from '@/lib/annotations/server/commands'
import { getOwnWork } from '@/lib/annotations/server/own-work'
import { getWork } from '@/lib/annotations/server/queries'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import { importLines, makeMember, makeProblemLine } from '@/prisma/seed/factories'
import { acceptAnnotation, returnAnnotation } from './commands'
import { getAnnotation, listAnnotations } from './queries'

useTestDatabase()

type Fixture = Awaited<ReturnType<typeof makeAdjudicationProject>>
type Filter = Partial<Parameters<typeof listAnnotations.execute>[1]>

const commentOn = (step: number, text: string) => ({
  notes: [{ step, option: null, kind: 'comment' as const, text }],
})

const list = async ({ project, reviewer }: Fixture, filter: Filter = {}) =>
  (await listAnnotations.execute(reviewer, { project: project.slug, limit: 50, ...filter }))
    .annotations

const read = ({ project, reviewer }: Fixture, annotation: string, person = reviewer) =>
  getAnnotation.execute(person, { project: project.slug, annotation })

async function readVersion(fixture: Fixture, annotation: string) {
  return (await read(fixture, annotation)).version
}

async function returnToAnnotator(
  fixture: Fixture,
  annotation: string,
  note = 'Look at step 2 again.',
) {
  const { project, reviewer } = fixture
  const version = await readVersion(fixture, annotation)
  return returnAnnotation.execute(reviewer, {
    project: project.slug,
    annotation,
    version,
    note,
  })
}

async function accept(fixture: Fixture, annotation: string, person = fixture.reviewer) {
  const version = await readVersion(fixture, annotation)
  const call = { project: fixture.project.slug, annotation, version, note: '' }
  return acceptAnnotation.execute(person, call)
}

const countWork = ({ project, reviewer }: Fixture) =>
  getReviewCounts.execute(reviewer, { project: project.slug })

test('an annotation that is returned is served first with the reviewer’s comment, and its submitted version is archived', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 1 })
  const { project, ann, reviewer } = fixture
  const annotation = await claimAndLabelSolution(project, ann, [1, -1], {
    content: commentOn(1, 'Not so.'),
  })
  await importLines(project, [makeProblemLine('q', [0.99])])
  expect(await list(fixture)).toMatchObject([
    { annotation, state: 'submitted', person: 'Ann Hart' },
  ])
  expect(await countWork(fixture)).toMatchObject({ questions: 1, returned: 0 })

  await returnToAnnotator(fixture, annotation, ' Look at step 2 again. ')
  expect(await list(fixture, { state: 'returned' })).toMatchObject([
    {
      annotation,
      state: 'returned',
      note: 'Look at step 2 again.',
      finishReason: 'found_error',
      rated: 2,
    },
  ])
  expect(await list(fixture)).toEqual([])
  expect(await countWork(fixture)).toMatchObject({ questions: 0, returned: 1, corrected: 0 })
  expect((await getOwnWork.execute(ann, { project: project.slug })).rework).toMatchObject([
    { solution: fixture.solution, note: 'Look at step 2 again.' },
  ])
  // While it is being corrected, reviewers see what was returned.
  expect(await read(fixture, annotation)).toMatchObject({
    state: 'returned',
    ratings: [1, -1],
    previous: null,
  })

  const servedItem = await claimNextItem(project, ann)
  expect(servedItem).toMatchObject({ reason: 'rework', solution: fixture.solution })
  const work = await getWork.execute(ann, { project: project.slug, lease: servedItem.lease.id })
  expect(work.returnedNote).toBe('Look at step 2 again.')
  expect(await claimAndLabelSolution(project, ann, [1, 1, 1, -1], { basedOn: 1 })).toBe(annotation)

  expect(await list(fixture, { state: 'corrected' })).toMatchObject([{ annotation }])
  expect(await countWork(fixture)).toMatchObject({ returned: 0, corrected: 1 })
  const corrected = await read(fixture, annotation)
  expect(corrected).toMatchObject({
    state: 'corrected',
    ratings: [1, 1, 1, -1],
    error: 3,
    previous: { ratings: [1, -1], error: 1, notes: [{ step: 1, kind: 'comment' }] },
    reviews: [{ action: 'returned', note: 'Look at step 2 again.', by: 'Rae Vance' }],
  })
  expect(await accept(fixture, annotation)).toEqual({ annotation, state: 'accepted' })
  expect(await countWork(fixture)).toMatchObject({ corrected: 0 })
  expect((await read(fixture, annotation)).reviews.map(({ action }) => action)).toEqual([
    'accepted',
    'returned',
  ])
  expect((await read(fixture, annotation, reviewer)).acceptRefusal).toMatch(/already accepted/)
})

test('returning an annotation keeps its slot, and the leases of other annotators', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 3 })
  const { project, ann, ben } = fixture
  const annotation = await claimAndLabelSolution(project, ann, [1, -1])
  const lease = await claimNextItem(project, ben)
  await returnToAnnotator(fixture, annotation)
  const item = () =>
    getDatabase().queueItem.findFirstOrThrow({
      where: { projectId: project.id },
      select: { leased: true, done: true },
    })
  expect(await item()).toEqual({ leased: 1, done: 1 })
  expect((await claimNextItem(project, ben)).lease.id).toBe(lease.lease.id)
  await claimNextItem(project, ann)
  expect(await item()).toEqual({ leased: 2, done: 0 })
})

test('an annotation is no longer accepted once it is reopened and submitted again', async () => {
  const fixture = await makeAdjudicationProject()
  const { project, ann } = fixture
  const annotation = await claimAndLabelSolution(project, ann, [1, -1])
  await accept(fixture, annotation)
  expect(await list(fixture, { state: 'accepted' })).toHaveLength(1)
  await reopenAnnotation.execute(ann, { project: project.slug, annotation })
  expect(await list(fixture, { state: 'accepted' })).toEqual([])
  await claimAndLabelSolution(project, ann, [1, 1, -1], { basedOn: 1 })
  expect(await list(fixture)).toMatchObject([{ annotation, state: 'submitted' }])
})

test('refuses to review an annotation that was reopened, resubmitted or reviewed after the reviewer loaded it', async () => {
  const fixture = await makeAdjudicationProject()
  const { project, ann, reviewer } = fixture
  const annotation = await claimAndLabelSolution(project, ann, [1, -1])
  const version = await readVersion(fixture, annotation)
  const call = { project: project.slug, annotation, version }
  await reopenAnnotation.execute(ann, { project: project.slug, annotation })
  const firstReturn = returnAnnotation.execute(reviewer, { ...call, note: 'Why?' })
  await expect(firstReturn).rejects.toThrow(/was returned or reopened/)
  await claimAndLabelSolution(project, ann, [1, 1, -1], { basedOn: 1 })
  const secondReturn = returnAnnotation.execute(reviewer, { ...call, note: 'Why?' })
  await expect(secondReturn).rejects.toThrow(/submitted again/)
  await expect(acceptAnnotation.execute(reviewer, { ...call, note: '' })).rejects.toThrow(
    /submitted again/,
  )
  const now = { ...call, version: await readVersion(fixture, annotation) }
  const returnPromises = [1, 2].map(() =>
    returnAnnotation.execute(reviewer, { ...now, note: 'Why?' }),
  )
  const outcomes = await Promise.allSettled(returnPromises)
  expect(outcomes.map(({ status: end }) => end).sort()).toEqual(['fulfilled', 'rejected'])
  const copies = { projectId: project.id, annotationId: annotation }
  expect(
    await getDatabase().annotationArchive.count({ where: { ...copies, reason: 'returned' } }),
  ).toBe(1)
  expect(await getDatabase().annotationReview.count({ where: copies })).toBe(1)
})

test('reviewers can’t accept their own annotation, but can adjudicate it', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 3 })
  const { project, ann, ben, reviewer, solutionInput } = fixture
  const ownAnnotation = await claimAndLabelSolution(project, reviewer, [1, -1])
  await claimAndLabelSolution(project, ann, [1, 1, 1, 1])
  await expect(accept(fixture, ownAnnotation)).rejects.toThrow(
    /Another reviewer must review your own annotation/,
  )
  const comparison = await compareAnnotations.execute(reviewer, solutionInput)
  expect(comparison.annotations.find(({ isOwn }) => isOwn)?.annotation).toBe(ownAnnotation)
  const expected = {
    annotations: comparison.annotations.map(({ annotation, version }) => ({
      annotation,
      version,
    })),
    adjudication: null,
  }
  const input = { ...solutionInput, revision: 1, ratings: [1, -1], expected }
  await adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
  expect(await list(fixture, { state: 'adjudicated' })).toHaveLength(2)
  expect((await claimAndLabelSolution(project, ben, [1, 1, 1, 1])).length).toBeGreaterThan(0)
})

test('the list of corrected annotations includes those of adjudicated solutions', async () => {
  const fixture = await makeAdjudicationProject()
  const { project, ann, ben, reviewer, solutionInput } = fixture
  const annotation = await claimAndLabelSolution(project, ann, [1, -1])
  await claimAndLabelSolution(project, ben, [1, 1, 1, 1])
  const { annotations } = await compareAnnotations.execute(reviewer, solutionInput)
  const expectedAnnotations = annotations.map((annotation) => ({
    annotation: annotation.annotation,
    version: annotation.version,
  }))
  const adjudication = {
    ratings: [1, 1, -1],
    expected: { annotations: expectedAnnotations, adjudication: null },
  }
  const input = { ...solutionInput, revision: 1, ...adjudication }
  await adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
  await returnToAnnotator(fixture, annotation)
  await claimAndLabelSolution(project, ann, [1, 1, -1], { basedOn: 1 })
  expect(await list(fixture, { state: 'corrected' })).toMatchObject([{ annotation }])
  expect(await accept(fixture, annotation)).toMatchObject({ state: 'accepted' })
  expect(await list(fixture, { state: 'adjudicated' })).toHaveLength(1)
})

test.each([
  ['gold', { isQualityControl: true }, /Answers to gold and screening can’t be returned/],
  ['screening', { isScreening: true }, /Answers to gold and screening can’t be returned/],
])('refuses to return answers to %s', async (_, is, message) => {
  const fixture = await makeAdjudicationProject()
  const annotation = await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
  await getDatabase().annotation.updateMany({ where: { id: annotation }, data: is })
  expect((await read(fixture, annotation)).returnRefusal).toMatch(message)
  await expect(returnToAnnotator(fixture, annotation)).rejects.toThrow(message)
})

test('refuses to return work of annotators who left or are disabled', async () => {
  const fixture = await makeAdjudicationProject()
  const { project, ann, ben } = fixture
  const [a, b] = [
    await claimAndLabelSolution(project, ann, [1, -1]),
    await claimAndLabelSolution(project, ben, [1, -1]),
  ]
  await getDatabase().user.update({ where: { id: ann.userId }, data: { disabledAt: new Date() } })
  await getDatabase().member.deleteMany({ where: { userId: ben.userId } })
  for (const annotation of [a, b])
    await expect(returnToAnnotator(fixture, annotation)).rejects.toThrow(
      /has left the project or is disabled/,
    )
})

test('imported annotations are not listed for review and can’t be returned', async () => {
  const fixture = await makeAdjudicationProject()
  const completions = ['One.', 'Two.']
  await importLines(fixture.project, [{ prompt: 'Why?', completions, labels: [true, false] }])
  const { id } = await getDatabase().annotation.findFirstOrThrow({
    where: { projectId: fixture.project.id },
    select: { id: true },
  })
  expect(await list(fixture)).toEqual([])
  expect((await read(fixture, id)).returnRefusal).toMatch(/Imported annotations can’t be returned/)
  const call = { project: fixture.project.slug, annotation: id, note: 'Why?' }
  await expect(returnAnnotation.execute(fixture.reviewer, { ...call, version: 0 })).rejects.toThrow(
    /Imported annotations can’t be returned/,
  )
})

test('the names of annotators who disagree are hidden in the list and on each page, even after one annotation is returned', async () => {
  const fixture = await makeAdjudicationProject()
  const { project, ann, ben, reviewer } = fixture
  const a = await claimAndLabelSolution(project, ann, [1, -1])
  expect(await list(fixture, { person: ann.userId })).toMatchObject([{ person: 'Ann Hart' }])
  await claimAndLabelSolution(project, ben, [1, 1, 1, 1])
  expect((await list(fixture)).map(({ person, isDisputed }) => [person, isDisputed])).toEqual([
    [null, true],
    [null, true],
  ])
  expect(await list(fixture, { person: ann.userId })).toEqual([])
  expect((await read(fixture, a)).person).toBeNull()
  await returnToAnnotator(fixture, a)
  expect(await list(fixture, { state: 'returned' })).toMatchObject([{ person: null }])
  // The remaining name would reveal the other one.
  expect(await list(fixture)).toMatchObject([{ person: null }])
  expect(await list(fixture, { person: ben.userId })).toEqual([])
  const { annotations } = await compareAnnotations.execute(reviewer, {
    project: project.slug,
    solution: fixture.solution,
  })
  expect(annotations.map(({ person }) => person)).toEqual([null])
  const open = { project: project.slug, limit: 50 }
  expect((await listDisagreements.execute(reviewer, open)).disagreements).toEqual([])
})

test('the pages of the review list together contain each annotation once', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 1 })
  const { project, ann, reviewer } = fixture
  await importLines(
    project,
    ['q', 'r', 's'].map((id) => makeProblemLine(id, [0.5], 2)),
  )
  for (let i = 0; i < 4; i += 1) {
    const work = await claimNextItem(project, ann)
    const { stepCount } = await getWork.execute(ann, {
      project: project.slug,
      lease: work.lease.id,
    })
    await claimAndLabelSolution(
      project,
      ann,
      Array.from({ length: stepCount }, () => 1 as const),
    )
  }
  const listed: string[] = []
  let after: string | undefined
  do {
    const input = { project: project.slug, limit: 3, ...(after ? { after } : {}) }
    const page = await listAnnotations.execute(reviewer, input)
    listed.push(...page.annotations.map(({ annotation }) => annotation))
    after = page.next ?? undefined
  } while (after)
  expect(listed).toHaveLength(4)
  expect(new Set(listed).size).toBe(4)

  // The next links have the same order, also after an annotation was reviewed.
  const next = async (annotation: string, filter: Filter = {}) =>
    (await getAnnotation.execute(reviewer, { project: project.slug, annotation, ...filter })).next
  const walked = [listed[0]!]
  for (let current = await next(listed[0]!); current !== null; current = await next(current))
    walked.push(current)
  expect(walked).toEqual(listed)
  await accept(fixture, listed[1]!)
  expect(await next(listed[0]!, { state: 'submitted' })).toBe(listed[2])
  expect(await next(listed[1]!, { state: 'submitted' })).toBe(listed[2])
  expect(await next(listed[0]!, { state: 'accepted' })).toBe(listed[1])
  expect(await next(listed[0]!, { person: project.admin.userId })).toBeNull()
})

test('the work that annotators get contains no labels, comments or names of others', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 3 })
  const { project, ann, ben, solutionInput, reviewer } = fixture
  const canary = 'CANARY-of-someone-else'
  await claimAndLabelSolution(project, ann, [1, -1], { content: commentOn(1, canary) })
  const b = await claimAndLabelSolution(project, ben, [1, 1, 1, 1])
  const comparison = await compareAnnotations.execute(reviewer, solutionInput)
  const expected = {
    annotations: comparison.annotations.map(({ annotation, version }) => ({
      annotation,
      version,
    })),
    adjudication: null,
  }
  const input = { ...solutionInput, revision: 1, ratings: [1, 1, -1], note: canary, expected }
  await adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
  await returnToAnnotator(fixture, b, 'Yours alone.')
  const { lease } = await claimNextItem(project, ben)
  const replies = JSON.stringify([
    await getWork.execute(ben, { project: project.slug, lease: lease.id }),
    await getOwnWork.execute(ben, { project: project.slug }),
  ])
  expect(replies).toContain('Yours alone.')
  expect(replies).not.toMatch(/CANARY|Ann Hart|Rae Vance/)
  const cy = await makeMember(project, 'annotator')
  const otherClaim = await claimNextItem(project, cy)
  const work = await getWork.execute(cy, { project: project.slug, lease: otherClaim.lease.id })
  expect(JSON.stringify([otherClaim, work])).not.toMatch(/CANARY|Ann Hart|Yours alone/)
})

test('a returned annotation is listed and shown as it was submitted, with the texts of its options', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 1 })
  const { project, ann, solution } = fixture
  const annotation = await claimAndLabelSolution(project, ann, [1, -1])
  const key = { projectId: project.id, solutionId: solution, step: 1, option: 1 }
  await getDatabase().stepOption.create({ data: { ...key, text: 'x = 4' } })
  await getDatabase().optionRating.create({
    data: { ...key, annotationId: annotation, position: 1, rating: 1 },
  })
  await returnToAnnotator(fixture, annotation)
  const { lease } = await claimNextItem(project, ann)
  const input = { project: project.slug, lease: lease.id }
  await saveAnnotation.execute(ann, { ...input, ...makeSaveInput([1, 1, 1], 2), basedOn: 1 })
  expect(await list(fixture, { state: 'returned' })).toMatchObject([
    { finishReason: 'found_error', rated: 2 },
  ])
  const { options } = await read(fixture, annotation)
  expect(options).toMatchObject([{ step: 1, option: 1, rating: 1 }])
  expect(JSON.stringify(options[0]!.text)).toContain('x = 4')
})

test('a reviewer sees at how many steps the annotator was shown other options', async () => {
  const fixture = await makeAdjudicationProject({ overlap: 1 })
  const { project, ann, solution } = fixture
  await getDatabase().stepOption.createMany({
    data: [0, 1].map((step) => ({
      projectId: project.id,
      solutionId: solution,
      step,
      option: 1,
      text: 'x = 4',
    })),
  })
  const { lease } = await claimNextItem(project, ann)
  const input = { project: project.slug, lease: lease.id }
  // Step 3 has no other options.
  for (const [index, ratings] of ([[-1], [1, -1], [1, 1, -1]] as const).entries())
    await saveAnnotation.execute(ann, { ...input, ...makeSaveInput(ratings, index + 1) })
  const { annotation } = await submitAnnotation.execute(ann, {
    ...input,
    ...makeSaveInput([1, 1, -1], 4),
    finishReason: 'found_error',
    finishNote: null,
  })
  expect(await read(fixture, annotation)).toMatchObject({ reveals: 2 })
})
