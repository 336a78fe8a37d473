import { beforeEach, describe, expect, test } from 'vitest'
import { adjudicateTestSolution } from '@/lib/adjudication/testing/adjudicate'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import { getGuidelineState } from '@/lib/annotations/server/guideline-queries'
import { getOwnWork } from '@/lib/annotations/server/own-work'
import { getWork } from '@/lib/annotations/server/queries'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import {
  createDraftDecision,
  firstGuidelineText,
  makeAnnotatorWhoReadGuideline,
  labelNextSolutionWithNotes,
  makeQuestionsProject,
  publishNewDecision,
  acknowledgeGuidelineVersion,
  type NoteSpecification,
  submitWithNotes,
} from '@/lib/questions/testing/questions-project'
import { claimNext } from '@/lib/queue/server/commands'
import { acceptAnnotation } from '@/lib/reviews/server/commands'
import { getAnnotation } from '@/lib/reviews/server/queries'
import { importLines, type TestProject } from '@/prisma/seed/factories'
import { insertDecisionsIntoGuideline } from '../format-decisions'
import {
  previewAffectedAnnotations,
  returnAffectedAnnotations,
} from './affected-annotations-commands'
import { publishDecisions } from './decisions-commands'
import { getDecision } from './decisions-queries'

useTestDatabase()

let project: TestProject
let reviewer: Person
let ada: Person
let ben: Person

const tag = { tag: 'units', label: 'Units' }

beforeEach(async () => {
  ;({ project, reviewer } = await makeQuestionsProject(['p', 'q', 'r'], { errorTags: [tag] }))
  ada = await makeAnnotatorWhoReadGuideline(project, 'Ada')
  ben = await makeAnnotatorWhoReadGuideline(project, 'Ben')
})

const inProject = () => ({ project: project.slug })
const ofProject = () => ({ where: { projectId: project.id } })

/** Answers Ada's question about step 2 with a decision, published in version 2 unless `isPublished` is false. */
async function decideQuestion(
  submission: Awaited<ReturnType<typeof labelNextSolutionWithNotes>>,
  isPublished = true,
) {
  const { solution, annotation } = submission
  const ref = { annotation, step: 1, option: 0, kind: 'flag' as const, text: 'Units?' }
  const create = isPublished ? publishNewDecision : createDraftDecision
  return create(project, reviewer, { solution, step: 1, questions: [ref] })
}

const askUnits = () => labelNextSolutionWithNotes(project, ada, [[1, 'Units?']])

type FilterInput = Partial<Parameters<typeof previewAffectedAnnotations.execute>[1]>

const preview = (filter: FilterInput = {}) =>
  previewAffectedAnnotations.execute(
    reviewer,
    previewAffectedAnnotations.contract.input.parse({ ...inProject(), decision: 1, ...filter }),
  )
const send = (filter: FilterInput & { after?: string | null; limit?: number } = {}) =>
  returnAffectedAnnotations.execute(
    reviewer,
    returnAffectedAnnotations.contract.input.parse({ ...inProject(), decision: 1, ...filter }),
  )
const readStates = async () => {
  const rows = await getDatabase().annotation.findMany({
    where: { projectId: project.id },
    select: {
      state: true,
      user: { select: { name: true } },
      solution: { select: { externalId: true } },
    },
  })
  return Object.fromEntries(
    rows.map(({ state, user, solution }) => [`${user?.name ?? '-'} ${solution.externalId}`, state]),
  )
}
const claim = (person: Person) => claimNext.execute(person, { ...inProject(), prefetch: false })

describe('returning annotations affected by a decision', () => {
  test('archives each annotation and serves it first to its annotator, with its ratings and a note', async () => {
    const submission = await askUnits()
    await labelNextSolutionWithNotes(project, ada)
    await decideQuestion(submission)
    expect(await preview()).toMatchObject({
      annotations: 1,
      people: 1,
      notReturned: {
        imported: 0,
        goldOrScreening: 0,
        adjudicated: 0,
        annotatorGone: 0,
        returnedBefore: 0,
      },
      listed: [
        {
          annotation: submission.annotation,
          person: 'Ada',
          externalId: 'p/0',
          guidelineVersion: 1,
        },
      ],
    })
    expect(await send()).toEqual({ returned: 1, next: null })
    expect(await readStates()).toEqual({ 'Ada p/0': 'draft', 'Ada q/0': 'submitted' })
    const [copy] = await getDatabase().annotationArchive.findMany({
      where: { projectId: project.id },
      select: { reason: true, record: true },
    })
    expect(copy).toMatchObject({
      reason: 'returned',
      record: { state: 'submitted', ratings: [1, 1, 1], notes: [{ text: 'Units?' }] },
    })
    // She has to read the new guideline first.
    const state = await getGuidelineState.execute(ada, inProject())
    expect(state).toMatchObject({
      needsGuideline: true,
      guidelineVersion: 2,
      confirmedGuidelineVersion: 1,
    })
    await acknowledgeGuidelineVersion(project, ada, 2)
    const { rework } = await getOwnWork.execute(ada, inProject())
    expect(rework).toMatchObject([{ solution: submission.solution }])
    const servedItem = await claim(ada)
    expect(servedItem).toMatchObject({
      kind: 'solution',
      reason: 'rework',
      solution: submission.solution,
    })
    expect(servedItem).toMatchObject({
      note: 'Returned because of decision 1 (“Units”, guideline version 2). Your ratings are kept. Check them against the decision, correct them if needed, and submit again.',
    })
  })

  test('accepts no submission before the annotator has read the version with the decision', async () => {
    await decideQuestion(await askUnits())
    await send()
    const servedItem = await claim(ada)
    if (servedItem.kind !== 'solution') throw new Error('No solution was served.')
    const { id: lease } = servedItem.lease
    const submit = () => submitWithNotes(project, ada, lease, [], { basedOn: 1 })
    const work = () => getWork.execute(ada, { ...inProject(), lease })
    expect(await work()).toMatchObject({ guidelineVersionToRead: 2 })
    await expect(submit()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('in guideline version 2 returned this annotation'),
    })
    expect(await readStates()).toEqual({ 'Ada p/0': 'draft' })
    await acknowledgeGuidelineVersion(project, ada, 2)
    expect(await work()).toMatchObject({ guidelineVersionToRead: null })
    await submit()
    expect(await readStates()).toEqual({ 'Ada p/0': 'submitted' })
  })

  test('accepts a submission by an instance admin who is not a member, and so has no version to read', async () => {
    const submission = await askUnits()
    const where = { projectId: project.id, userId: ada.userId }
    await getDatabase().user.update({ where: { id: ada.userId }, data: { isInstanceAdmin: true } })
    await getDatabase().member.deleteMany({ where })
    await decideQuestion(submission)
    await send()
    const instanceAdmin = { ...ada, isInstanceAdmin: true }
    const servedItem = await claim(instanceAdmin)
    if (servedItem.kind !== 'solution') throw new Error('No solution was served.')
    const { id: lease } = servedItem.lease
    expect(await getWork.execute(instanceAdmin, { ...inProject(), lease })).toMatchObject({
      guidelineVersionToRead: null,
    })
    await submitWithNotes(project, instanceAdmin, lease, [], { basedOn: 1 })
    expect(await readStates()).toEqual({ 'Ada p/0': 'submitted' })
  })

  test('lets other solutions be finished under the version that the annotator has read', async () => {
    const submission = await askUnits()
    const servedItem = await claim(ben)
    if (servedItem.kind !== 'solution') throw new Error('No solution was served.')
    const { id: lease } = servedItem.lease
    await decideQuestion(submission)
    await send()
    expect(await getWork.execute(ben, { ...inProject(), lease })).toMatchObject({
      guidelineVersion: 2,
      guidelineVersionToRead: null,
    })
    await submitWithNotes(project, ben, lease, [])
    expect(await readStates()).toEqual({ 'Ada p/0': 'draft', 'Ben p/0': 'submitted' })
  })

  test('makes them “returned” for reviewers, and “corrected” once they are resubmitted', async () => {
    const submission = await askUnits()
    await decideQuestion(submission)
    await send()
    const readState = () => getReviewCounts.execute(reviewer, inProject())
    expect(await readState()).toMatchObject({ returned: 1, corrected: 0 })
    await acknowledgeGuidelineVersion(project, ada, 2)
    const servedItem = await claim(ada)
    if (servedItem.kind !== 'solution') throw new Error('No solution was served.')
    const values = { basedOn: 1, ratings: [1, 0, 1] as const }
    await submitWithNotes(project, ada, servedItem.lease.id, [[1, 'Units?']], values)
    expect(await readState()).toMatchObject({ returned: 0, corrected: 1 })
  })

  test('keeps the slot of a returned annotation in the queue for its annotator', async () => {
    const submission = await askUnits()
    await decideQuestion(submission)
    await send()
    await acknowledgeGuidelineVersion(project, ada, 2)
    const servedItem = await claim(ada)
    if (servedItem.kind !== 'solution') throw new Error('No solution was served.')
    const readItem = () =>
      getDatabase().queueItem.findFirstOrThrow({
        where: { projectId: project.id, solutionId: submission.solution },
        select: { leased: true, done: true },
      })
    expect(await readItem()).toEqual({ leased: 1, done: 0 })
    const values = { basedOn: 1, ratings: [1, 0, 1] as const }
    await submitWithNotes(project, ada, servedItem.lease.id, [[1, 'Units?']], values)
    expect(await readItem()).toEqual({ leased: 0, done: 1 })
    const decision = await getDecision.execute(reviewer, { ...inProject(), decision: 1 })
    expect(decision).toMatchObject({ returned: 1, corrected: 1 })
    // It was submitted under the new version, so the decision no longer affects it.
    expect(await preview()).toMatchObject({ annotations: 0, notReturned: { returnedBefore: 0 } })
    expect(await send()).toEqual({ returned: 0, next: null })
  })

  test('returns each annotation once, even with concurrent calls', async () => {
    await decideQuestion(await askUnits())
    const replies = await Promise.all([send(), send()])
    expect(replies.map(({ returned }) => returned).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await send()).toEqual({ returned: 0, next: null })
    expect(await getDatabase().decisionRework.count(ofProject())).toBe(1)
    expect(await getDatabase().annotationArchive.count(ofProject())).toBe(1)
  })

  test('never returns an annotation twice for the same decision', async () => {
    const submission = await askUnits()
    await decideQuestion(submission)
    await send()
    await acknowledgeGuidelineVersion(project, ada, 2)
    const servedItem = await claim(ada)
    if (servedItem.kind !== 'solution') throw new Error('No solution was served.')
    await submitWithNotes(project, ada, servedItem.lease.id, [], { basedOn: 1 })
    // Earlier releases accepted it under the version before the decision.
    await getDatabase().annotation.updateMany({ ...ofProject(), data: { guidelineVersion: 1 } })
    expect(await preview()).toMatchObject({ annotations: 0, notReturned: { returnedBefore: 1 } })
    expect(await send()).toEqual({ returned: 0, next: null })
  })

  test('works in batches that together return each annotation once', async () => {
    const submission = await askUnits()
    for (const person of [ben, await makeAnnotatorWhoReadGuideline(project, 'Cyd')])
      await labelNextSolutionWithNotes(project, person)
    await decideQuestion(submission)
    const first = await send({ sameSolution: true, limit: 2 })
    expect(first).toMatchObject({ returned: 2 })
    expect(first.next).not.toBeNull()
    const secondPage = await send({ sameSolution: true, limit: 2, after: first.next })
    expect(secondPage).toEqual({ returned: 1, next: null })
    expect(Object.values(await readStates())).toEqual(['draft', 'draft', 'draft'])
  })

  test('skips annotations that another transaction is changing', async () => {
    const submission = await askUnits()
    await decideQuestion(submission)
    await getDatabase().$transaction(async (db) => {
      await db.$queryRaw`select id from annotation where id = ${submission.annotation}::uuid for update`
      expect(await send()).toEqual({ returned: 0, next: null })
    })
    expect(await preview()).toMatchObject({ annotations: 1 })
    expect(await send()).toEqual({ returned: 1, next: null })
  })

  test('skips annotations that their annotator has reopened', async () => {
    const submission = await askUnits()
    await decideQuestion(submission)
    await reopenAnnotation.execute(ada, { ...inProject(), annotation: submission.annotation })
    expect(await send()).toEqual({ returned: 0, next: null })
    const due = await getDatabase().queueRework.findMany({ ...ofProject(), select: { kind: true } })
    expect(due).toEqual([{ kind: 'reopened' }])
  })

  test('rejects a draft decision', async () => {
    await decideQuestion(await askUnits(), false)
    await expect(preview()).rejects.toMatchObject({ code: 'conflict' })
    await expect(send()).rejects.toMatchObject({ code: 'conflict' })
    expect(await readStates()).toEqual({ 'Ada p/0': 'submitted' })
  })
})

describe('annotations affected by a decision', () => {
  /** Annotations made before the decision that match the filter. */
  async function listAffected(filter: FilterInput, extraNotes: readonly NoteSpecification[] = []) {
    const submission = await askUnits()
    const content = { tags: ['units'] }
    await labelNextSolutionWithNotes(
      project,
      ben,
      [[0, 'Hm', 'comment'], ...extraNotes],
      [1, -1],
      content,
    )
    await labelNextSolutionWithNotes(project, ben, [[2, 'Sure?']])
    await decideQuestion(submission)
    const { listed } = await preview(filter)
    return listed.map(({ person, externalId }) => `${person} ${externalId}`)
  }

  test.each<{ filter: FilterInput; matches: string[] }>([
    { filter: {}, matches: ['Ada p/0'] },
    { filter: { fromQuestions: false }, matches: [] },
    { filter: { fromQuestions: false, sameSolution: true }, matches: ['Ada p/0', 'Ben p/0'] },
    { filter: { fromQuestions: false, errorTag: 'units' }, matches: ['Ben p/0'] },
    { filter: { errorTag: 'units' }, matches: ['Ada p/0', 'Ben p/0'] },
    { filter: { fromQuestions: false, hasNote: true }, matches: ['Ada p/0', 'Ben p/0', 'Ben q/0'] },
    // Only on the step of the example.
    { filter: { fromQuestions: false, hasNote: true, sameSolution: true }, matches: ['Ada p/0'] },
    { filter: { fromQuestions: false, stepText: 'STEP 3 of' }, matches: ['Ada p/0', 'Ben q/0'] },
    { filter: { fromQuestions: false, stepText: 'of q' }, matches: ['Ben q/0'] },
    { filter: { fromQuestions: false, stepText: '100%_' }, matches: [] },
    // The text and the note are on the same step.
    { filter: { fromQuestions: false, stepText: 'step 3', hasNote: true }, matches: ['Ben q/0'] },
    {
      filter: { fromQuestions: false, stepText: 'step 2', errorTag: 'units' },
      matches: ['Ben p/0'],
    },
  ])('with the filter $filter are the annotations $matches', async ({ filter, matches }) => {
    expect(await listAffected(filter)).toEqual(matches)
  })

  test('are those submitted under an earlier guideline version', async () => {
    const submission = await askUnits()
    await decideQuestion(submission)
    await acknowledgeGuidelineVersion(project, ben, 2)
    await labelNextSolutionWithNotes(project, ben)
    expect(await preview({ sameSolution: true })).toMatchObject({ annotations: 1 })
  })

  test('exclude imports, gold and work of annotators who left, and the counts say how many', async () => {
    const submission = await askUnits()
    for (const name of ['Cyd', 'Dee'] as const) {
      const person = await makeAnnotatorWhoReadGuideline(project, name)
      await labelNextSolutionWithNotes(project, person)
      if (name === 'Dee')
        await getDatabase().member.deleteMany({ where: { userId: person.userId } })
    }
    const imported = { prompt: 'Step 2?', completions: ['Step 2 of it.'], labels: [true] }
    await importLines(project, [imported])
    await labelNextSolutionWithNotes(project, ben)
    await labelNextSolutionWithNotes(project, ben)
    await decideQuestion(submission)
    const gold = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, solution: { externalId: 'q/0' } },
      select: { solutionId: true },
    })
    await getDatabase().goldItem.create({
      data: { projectId: project.id, firstErrors: [], ...gold },
      select: { solutionId: true },
    })
    const notReturned = {
      imported: 1,
      goldOrScreening: 1,
      adjudicated: 0,
      annotatorGone: 1,
      returnedBefore: 0,
    }
    const matches = await preview({ stepText: 'step 2' })
    expect(matches).toMatchObject({ annotations: 3, people: 3, notReturned })
    expect(await send({ stepText: 'step 2' })).toEqual({ returned: 3, next: null })
    expect(await readStates()).toMatchObject({
      'Ada p/0': 'draft',
      'Cyd p/0': 'draft',
      'Dee p/0': 'submitted',
      'Ben q/0': 'submitted',
      'Ben r/0': 'draft',
    })
  })

  test('exclude adjudicated annotations, and include accepted ones with their count', async () => {
    const submission = await askUnits()
    const acceptedAnnotation = await labelNextSolutionWithNotes(project, ben)
    await labelNextSolutionWithNotes(project, ada)
    const disagreeing = await labelNextSolutionWithNotes(project, ben, [], [1, -1])
    const { version } = await getAnnotation.execute(reviewer, {
      ...inProject(),
      annotation: acceptedAnnotation.annotation,
    })
    await acceptAnnotation.execute(reviewer, {
      ...inProject(),
      annotation: acceptedAnnotation.annotation,
      version,
      note: '',
    })
    await decideQuestion(submission)
    await adjudicateTestSolution(project, reviewer, disagreeing.solution, [1, -1])
    const notReturned = {
      imported: 0,
      goldOrScreening: 0,
      adjudicated: 2,
      annotatorGone: 0,
      returnedBefore: 0,
    }
    expect(await preview({ stepText: 'step 2' })).toMatchObject({
      annotations: 2,
      people: 2,
      accepted: 1,
      notReturned,
    })
    expect(await send({ stepText: 'step 2' })).toEqual({ returned: 2, next: null })
    expect(await readStates()).toEqual({
      'Ada p/0': 'draft',
      'Ben p/0': 'draft',
      'Ada q/0': 'submitted',
      'Ben q/0': 'submitted',
    })
  })
})

/** Everything that publishing and returning change in the database. */
async function readTraces() {
  const [row] = await getDatabase().$queryRaw<Record<string, number>[]>`
    select p.guideline_version as version,
      (select count(*)::int from guideline_version g where g.project_id = p.id) as versions,
      (select count(*)::int from decision r where r.project_id = p.id and r.state = 'published') as published,
      (select count(*)::int from decision_rework b where b.project_id = p.id) as returns,
      (select count(*)::int from annotation_archive a where a.project_id = p.id) as copies,
      (select count(*)::int from annotation l where l.project_id = p.id and l.state = 'draft') as drafts,
      (select count(*)::int from queue_rework d where d.project_id = p.id) as due,
      (select count(*)::int from audit_entry e
        where e.project_id = p.id and e.action in ('decision.publish', 'decision.return')) as entries
    from project p where p.id = ${project.id}::uuid`
  return row!
}

test('publishing decisions and returning annotations are atomic if any SQL statement fails', async () => {
  const decision = await decideQuestion(await askUnits(), false)
  const writtenDecision = await getDecision.execute(reviewer, { ...inProject(), decision })
  const text = insertDecisionsIntoGuideline(firstGuidelineText, [writtenDecision])
  const actions = [
    () =>
      publishDecisions.execute(reviewer, {
        ...inProject(),
        decisions: [decision],
        text,
        summary: 'Units',
        basedOn: 1,
      }),
    () => send(),
  ]
  for (const action of actions) {
    const before = await readTraces()
    let failed = 0
    for (let n = 1; ; n += 1) {
      let isDone = false
      const isReached = await runWithNthStatementRejected(n, () =>
        action().then(
          () => (isDone = true),
          () => (failed += 1),
        ),
      )
      if (isDone) break
      expect(isReached).toBe(true)
      expect(await readTraces(), `statement ${n}`).toEqual(before)
    }
    expect(failed).toBeGreaterThan(4)
    expect((await readTraces()).entries).toBe(before.entries! + 1)
  }
  expect(await readTraces()).toMatchObject({
    published: 1,
    returns: 1,
    copies: 1,
    drafts: 1,
    due: 1,
  })
})
