import { expect, test } from 'vitest'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { previewAffectedAnnotations } from '@/lib/questions/server/affected-annotations-commands'
import { askQuestion } from '@/lib/questions/server/commands'
import { getQuestionStep, listQuestions } from '@/lib/questions/server/queries'
import {
  labelNextSolutionWithNotes,
  makeAnnotatorWhoReadGuideline,
  makeQuestionsProject,
  publishNewDecision,
} from '@/lib/questions/testing/questions-project'
import { findWeekStart } from '../week-start'
import { getAnnotation, listAnnotations } from './queries'

useTestDatabase()

/** Four annotations of one annotator, two in each of two weeks. */
async function makeAnnotations() {
  const { project, reviewer } = await makeQuestionsProject(['p', 'q', 'r', 's'], {
    hidesAnnotatorNames: true,
  })
  const ada = await makeAnnotatorWhoReadGuideline(project, 'Ada Lind')
  const times = ['02T09:00:01', '08T10:00:02', '09T11:00:03', '11T12:00:04'].map(
    (time) => `2026-03-${time}.250Z`,
  )
  const annotations: { annotation: string; solution: string; at: string }[] = []
  for (const at of times) {
    const { annotation, solution } = await labelNextSolutionWithNotes(project, ada, [[1, 'Units?']])
    await getDatabase().$executeRaw`
      update annotation set submitted_at = ${at}::timestamptz where id = ${annotation}::uuid`
    annotations.push({ annotation, solution, at })
  }
  return { project, reviewer, annotations }
}

type Fixture = Awaited<ReturnType<typeof makeAnnotations>>

/** Every submission time of the first annotation that a reader of reviews gets. */
async function readTimes({ project, annotations }: Fixture, reader: Person) {
  const { annotation, solution } = annotations[0]!
  const inProject = { project: project.slug }
  const list = await listAnnotations.execute(reader, { ...inProject, limit: 50 })
  const affected = await previewAffectedAnnotations.execute(
    reader,
    previewAffectedAnnotations.contract.input.parse({
      ...inProject,
      decision: 1,
      sameSolution: true,
    }),
  )
  const questions = await listQuestions.execute(reader, {
    ...inProject,
    page: 1,
    limit: 20,
    order: 'newest',
  })
  const step = await getQuestionStep.execute(reader, { ...inProject, solution, step: 1 })
  const findTimeOfQuestion = (rows: (typeof step)['questions']) =>
    rows.find((question) => question.annotation === annotation)!.askedAt
  const times = [
    list.annotations.find((row) => row.annotation === annotation)!.at,
    (await getAnnotation.execute(reader, { ...inProject, annotation })).submittedAt!,
    (await compareAnnotations.execute(reader, { ...inProject, solution })).annotations[0]!
      .submittedAt!,
    affected.listed.find((row) => row.annotation === annotation)!.submittedAt,
    findTimeOfQuestion(questions.steps.find((row) => row.solution === solution)!.questions),
    findTimeOfQuestion(step.questions),
  ]
  return times.map((time) => new Date(time).toISOString())
}

test('reviewers from whom names are hidden get the week of each submission; other readers get its time', async () => {
  const fixture = await makeAnnotations()
  const { project, reviewer, annotations } = fixture
  const { solution, at } = annotations[0]!
  await publishNewDecision(project, reviewer, { solution, step: 1 })
  expect(await readTimes(fixture, reviewer)).toEqual(
    Array.from({ length: 6 }, () => '2026-03-02T00:00:00.000Z'),
  )
  expect(await readTimes(fixture, project.admin)).toEqual(Array.from({ length: 6 }, () => at))
  await getDatabase().project.update({
    where: { id: project.id },
    data: { hidesAnnotatorNames: false },
  })
  expect(await readTimes(fixture, reviewer)).toEqual(Array.from({ length: 6 }, () => at))
})

test('the time of a reviewer’s question is not hidden', async () => {
  const { project, reviewer, annotations } = await makeAnnotations()
  const { solution } = annotations[0]!
  const input = { project: project.slug, solution, revision: 1, step: 2, text: 'One step or two?' }
  await askQuestion.execute(reviewer, askQuestion.contract.input.parse(input))
  const { questions } = await getQuestionStep.execute(reviewer, {
    project: project.slug,
    solution,
    step: 2,
  })
  expect(questions).toMatchObject([{ isTimeRounded: false }])
  expect(questions[0]!.askedAt).not.toMatch(/T00:00:00/)
})

test('while names are hidden, annotations of a week are listed in an order that does not depend on their times', async () => {
  const { project, reviewer } = await makeAnnotations()
  const list = async () => {
    const page = await listAnnotations.execute(reviewer, { project: project.slug, limit: 50 })
    return page.annotations.map(({ annotation }) => annotation)
  }
  const order = await list()
  // The times of each week in the opposite order.
  await getDatabase().$executeRaw`
    update annotation set submitted_at = date_trunc('week', submitted_at, 'UTC') + interval '7 days'
      - (submitted_at - date_trunc('week', submitted_at, 'UTC')) where project_id = ${project.id}::uuid`
  expect(await list()).toEqual(order)
  const listedAnnotations: string[] = []
  const cursors: string[] = []
  let after: string | undefined
  do {
    const page = await listAnnotations.execute(reviewer, { project: project.slug, limit: 1, after })
    listedAnnotations.push(...page.annotations.map(({ annotation }) => annotation))
    after = page.next ?? undefined
    if (after) cursors.push(after)
  } while (after)
  const rows = await getDatabase().$queryRaw<{ id: string }[]>`
    select id from annotation where project_id = ${project.id}::uuid
    order by date_trunc('week', submitted_at, 'UTC') desc, uuid_hash_extended(id, 0) desc`
  expect(listedAnnotations).toEqual(rows.map(({ id }) => id))
  for (const cursor of cursors) {
    const time = new Date(Number(cursor.split('_')[0]) / 1_000).toISOString()
    expect(time).toBe(findWeekStart(time))
  }
  for (const [i, annotation] of listedAnnotations.entries()) {
    const { next } = await getAnnotation.execute(reviewer, { project: project.slug, annotation })
    expect(next).toBe(listedAnnotations[i + 1] ?? null)
  }
})

test('while names are hidden, the preview of a decision lists the affected annotations of a week in an order that does not depend on their times', async () => {
  const { project, reviewer, annotations } = await makeAnnotations()
  const { solution } = annotations[0]!
  await publishNewDecision(project, reviewer, { solution, step: 1 })
  const preview = await previewAffectedAnnotations.execute(
    reviewer,
    previewAffectedAnnotations.contract.input.parse({
      project: project.slug,
      decision: 1,
      hasNote: true,
    }),
  )
  const rows = await getDatabase().$queryRaw<{ id: string }[]>`
    select id from annotation where project_id = ${project.id}::uuid
    order by date_trunc('week', submitted_at, 'UTC'), uuid_hash_extended(id, 0)`
  expect(preview.listed.map(({ annotation }) => annotation)).toEqual(rows.map(({ id }) => id))
})
