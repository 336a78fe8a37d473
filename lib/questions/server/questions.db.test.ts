import { beforeEach, describe, expect, test } from 'vitest'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeAnnotatorWhoReadGuideline,
  labelNextSolutionWithNotes,
  makeQuestionsProject,
  type NoteSpecification,
  submitWithNotes,
} from '@/lib/questions/testing/questions-project'
import { repairSteps } from '@/lib/splits/server/commands'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { askQuestion, reopenQuestions, dismissQuestions } from './commands'
import { getQuestionStep, listQuestions, listDismissedQuestions } from './queries'
import { countStepsWithQuestionsUpTo } from './questions.sql'

useTestDatabase()

let project: TestProject
let reviewer: Person

beforeEach(async () => {
  ;({ project, reviewer } = await makeQuestionsProject(['p', 'q']))
})

const join = (name: string) => makeAnnotatorWhoReadGuideline(project, name)

async function list(options: { order?: 'newest'; page?: number; limit?: number } = {}) {
  const input = listQuestions.contract.input.parse({ project: project.slug, ...options })
  return listQuestions.execute(reviewer, input)
}

type Listed = Awaited<ReturnType<typeof list>>['steps'][number]

const listQuestionRefs = ({ step, questions }: Listed) =>
  questions.map(({ annotation, question, option, kind, text }) =>
    question === null
      ? { annotation: annotation!, step, option, kind: kind as 'flag' | 'comment', text }
      : { question },
  )

async function dismissStep(step: Listed, note = 'No need.') {
  const input = { project: project.slug, questions: listQuestionRefs(step), note }
  return dismissQuestions.execute(reviewer, input)
}

const reopen = (questions: string[]) =>
  reopenQuestions.execute(reviewer, { project: project.slug, questions })

const countRows = () => getDatabase().question.count({ where: { projectId: project.id } })

describe('open questions', () => {
  test('are flags and comments grouped by step, with most annotators first', async () => {
    const [ada, ben, cyd] = [await join('Ada'), await join('Ben'), await join('Cyd')]
    const { solution } = await labelNextSolutionWithNotes(project, ada, [
      [0, 'Is this a step?', 'comment'],
      [1, 'Units?'],
      [2, 'Cut badly', 'bad_split'],
    ])
    await labelNextSolutionWithNotes(project, ben, [[1, '']], [1, -1])
    await labelNextSolutionWithNotes(project, cyd, [], [1, 0, 1])
    const { count, pages, steps } = await list()
    expect({ count, pages }).toEqual({ count: 2, pages: 1 })
    expect(steps).toMatchObject([
      {
        solution,
        externalId: 'p/0',
        revision: 1,
        step: 1,
        stepCount: 3,
        annotators: 2,
        problem: 'Problem p: what is $1 + 1$?',
        previousStep: 'Step 1 of p/0.',
        text: 'Step 2 of p/0.',
        questions: [
          {
            person: 'Ada',
            kind: 'flag',
            text: 'Units?',
            question: null,
            optionText: null,
            optionRating: null,
          },
          { person: 'Ben', kind: 'flag', text: '' },
        ],
        ratings: [
          { person: 'Ada', rating: 1 },
          { person: 'Ben', rating: -1 },
          { person: 'Cyd', rating: 0 },
        ],
      },
      {
        step: 0,
        previousStep: null,
        annotators: 1,
        questions: [{ kind: 'comment', text: 'Is this a step?' }],
      },
    ])
    expect(steps[1]!.ratings).toHaveLength(3)
  })

  test('about an option have its text and its rating by the annotator, besides the ratings of the step', async () => {
    const { annotation, solution } = await labelNextSolutionWithNotes(
      project,
      await join('Ada'),
      [],
      [1, -1],
    )
    const key = { projectId: project.id, step: 1, option: 1 }
    const db = getDatabase()
    await db.stepOption.create({ data: { ...key, solutionId: solution, text: 'So 2.' } })
    await db.optionRating.create({
      data: { ...key, solutionId: solution, annotationId: annotation, position: 1, rating: 1 },
    })
    await db.stepNote.create({
      data: { ...key, annotationId: annotation, kind: 'flag', text: 'Is it an option?' },
    })
    expect((await list()).steps).toMatchObject([
      {
        step: 1,
        questions: [{ text: 'Is it an option?', optionText: 'So 2.', optionRating: 1 }],
        ratings: [{ person: 'Ada', rating: -1 }],
      },
    ])
  })

  test('are counted by step up to a limit, also if one step has more questions than the limit', async () => {
    for (const name of ['Ada', 'Ben', 'Cyd'])
      await labelNextSolutionWithNotes(project, await join(name), [
        [0, 'Same step?'],
        [0, 'Why?', 'comment'],
      ])
    await labelNextSolutionWithNotes(project, await join('Dee'), [
      [0, 'Units?'],
      [1, 'How?'],
    ])
    const count = (limit: number) => countStepsWithQuestionsUpTo(getDatabase(), project.id, limit)
    expect([await count(1), await count(2), await count(3), await count(10)]).toEqual([1, 2, 3, 3])
  })

  test('can be sorted newest first and read in pages', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')]
    await labelNextSolutionWithNotes(project, ada, [[0, 'a']])
    await labelNextSolutionWithNotes(project, ben, [[0, 'b']])
    await labelNextSolutionWithNotes(project, ada, [[2, 'c']])
    expect((await list()).steps.map(({ step }) => step)).toEqual([0, 2])
    expect((await list({ order: 'newest' })).steps.map(({ step }) => step)).toEqual([2, 0])
    expect(await list({ page: 2, limit: 1 })).toMatchObject({
      count: 2,
      pages: 2,
      steps: [{ step: 2 }],
    })
    expect(await list({ page: 9, limit: 1 })).toEqual({ count: 2, pages: 2, steps: [] })
  })

  test('exclude reopened annotations until they are submitted', async () => {
    const ada = await join('Ada')
    const { annotation } = await labelNextSolutionWithNotes(project, ada, [[0, 'Units?']])
    const secondLease = await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    expect(await list()).toMatchObject({ count: 0, steps: [] })
    await submitWithNotes(project, ada, secondLease.lease, [[1, 'Signs?']], { basedOn: 1 })
    expect((await list()).steps).toMatchObject([{ step: 1, questions: [{ text: 'Signs?' }] }])
  })

  test('exclude questions of other projects', async () => {
    await labelNextSolutionWithNotes(project, await join('Ada'), [[0, 'Canary']])
    const otherProject = await makeProject()
    const input = listQuestions.contract.input.parse({ project: otherProject.slug })
    expect(await listQuestions.execute(otherProject.admin, input)).toMatchObject({
      count: 0,
      steps: [],
    })
    const [step] = (await list()).steps
    const foreign = { project: otherProject.slug, questions: listQuestionRefs(step!), note: '' }
    await expect(dismissQuestions.execute(otherProject.admin, foreign)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { solution } = step!
    const key = { project: otherProject.slug, solution, step: 0 }
    await expect(getQuestionStep.execute(otherProject.admin, key)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await list()).count).toBe(1)
  })
})

describe('dismissing questions', () => {
  test('removes questions from the list, keeps their text and can be undone', async () => {
    await labelNextSolutionWithNotes(project, await join('Ada'), [[0, 'Units?']])
    const [step] = (await list()).steps
    const { questions } = await dismissStep(step!)
    expect((await list()).count).toBe(0)
    const input = listDismissedQuestions.contract.input.parse({ project: project.slug })
    expect(await listDismissedQuestions.execute(reviewer, input)).toMatchObject({
      count: 1,
      questions: [{ text: 'Units?', person: 'Ada', note: 'No need.', by: 'Rui', step: 0 }],
    })
    expect(await reopen(questions)).toEqual({ reopened: 1 })
    expect((await list()).steps).toEqual([step])
    expect(await countRows()).toBe(0)
    await expect(reopen(questions)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('does not deadlock with concurrent calls in any order', async () => {
    const ada = await join('Ada')
    const notes = [0, 1, 2].flatMap(
      (step) =>
        [
          [step, 'Why?'],
          [step, 'Hm', 'comment'],
        ] as NoteSpecification[],
    )
    const { annotation } = await labelNextSolutionWithNotes(project, ada, notes)
    const questions = notes.map(([step, text, kind = 'flag']) => ({
      annotation,
      step,
      text,
      option: 0,
      kind: kind as 'flag' | 'comment',
    }))
    const action = (named: typeof questions) =>
      dismissQuestions.execute(reviewer, { project: project.slug, questions: named, note: '' })
    for (let turn = 0; turn < 12; turn += 1) {
      const outcomes = await Promise.allSettled([action(questions), action(questions.toReversed())])
      const refusals = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { code: unknown }).code] : [],
      )
      expect(refusals).toEqual(['conflict'])
      const finishedValues = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value.questions : [],
      )
      await reopen(finishedValues)
    }
  })

  test('succeeds for only one of two concurrent calls, and the other changes nothing', async () => {
    await labelNextSolutionWithNotes(project, await join('Ada'), [
      [0, 'Units?'],
      [0, 'Also this', 'comment'],
    ])
    const [step] = (await list()).steps
    const outcomes = await Promise.allSettled([dismissStep(step!), dismissStep(step!)])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'conflict', details: { missing: 2 } } },
    ])
    expect(await countRows()).toBe(2)
  })

  test('changes nothing if one of the questions no longer exists', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')]
    const { annotation } = await labelNextSolutionWithNotes(project, ada, [[0, 'Units?']])
    await labelNextSolutionWithNotes(project, ben, [[0, 'Me too']])
    const [step] = (await list()).steps
    await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    await expect(dismissStep(step!)).rejects.toMatchObject({ code: 'conflict' })
    expect(await countRows()).toBe(0)
    expect((await list()).steps).toMatchObject([{ questions: [{ person: 'Ben' }] }])
  })

  test.each([
    {
      name: 'that does not change stays dismissed',
      notes: [[0, 'Units?']] as const,
      count: 0,
      stored: 1,
    },
    {
      name: 'with another text becomes a new question',
      notes: [[0, 'Why?']] as const,
      count: 1,
      stored: 1,
    },
    { name: 'that is deleted leaves no question', notes: [] as const, count: 0, stored: 0 },
  ])(
    'when the annotation is resubmitted, a dismissed note $name',
    async ({ notes, count, stored }) => {
      const ada = await join('Ada')
      const { annotation } = await labelNextSolutionWithNotes(project, ada, [[0, 'Units?']])
      const [step] = (await list()).steps
      const { questions } = await dismissStep(step!)
      const secondLease = await reopenAnnotation.execute(ada, { project: project.slug, annotation })
      await submitWithNotes(project, ada, secondLease.lease, [...notes], { basedOn: 1 })
      expect((await list()).count).toBe(count)
      // The dismissed question stays recorded.
      expect(await countRows()).toBe(1)
      expect(await getDatabase().stepNote.count({ where: { projectId: project.id } })).toBe(stored)
      // Undoing does not restore a question that no longer exists.
      expect(await reopen(questions)).toEqual({ reopened: stored - count })
      expect((await list()).count).toBe(stored)
    },
  )

  test('can’t be undone for a note that has since been changed and dismissed again', async () => {
    const ada = await join('Ada')
    const { annotation } = await labelNextSolutionWithNotes(project, ada, [[0, 'Units?']])
    const { questions } = await dismissStep((await list()).steps[0]!)
    const secondLease = await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    await submitWithNotes(project, ada, secondLease.lease, [[0, 'Why?']], { basedOn: 1 })
    await dismissStep((await list()).steps[0]!)
    expect(await reopen(questions)).toEqual({ reopened: 0 })
    expect((await list()).count).toBe(0)
  })

  test('keeps the dismissed flag in the draft of a reopened annotation', async () => {
    const ada = await join('Ada')
    const { annotation } = await labelNextSolutionWithNotes(project, ada, [[0, 'Units?']])
    await dismissStep((await list()).steps[0]!)
    await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    const lease = await findLease(ada)
    const work = await getWork.execute(ada, { project: project.slug, lease })
    expect(work.draft).toMatchObject({ notes: [{ step: 0, kind: 'flag', text: 'Units?' }] })
  })
})

async function findLease(person: Person) {
  const { id } = await getDatabase().lease.findFirstOrThrow({
    where: { projectId: project.id, userId: person.userId },
    select: { id: true },
  })
  return id
}

describe("a reviewer's question", () => {
  const askAboutStep = (solution: string, options = {}) =>
    askQuestion.execute(reviewer, {
      project: project.slug,
      solution,
      revision: 1,
      step: 1,
      option: 0,
      text: ' And this? ',
      ...options,
    })

  test('is open until it is answered or dismissed', async () => {
    const { solution } = await labelNextSolutionWithNotes(project, await join('Ada'))
    const { question } = await askAboutStep(solution)
    const [step] = (await list()).steps
    expect(step).toMatchObject({
      step: 1,
      questions: [
        { question, annotation: null, kind: 'reviewer', text: 'And this?', person: 'Rui' },
      ],
    })
    const { questions } = await dismissStep(step!)
    expect(questions).toEqual([question])
    expect((await list()).count).toBe(0)
    expect(await reopen(questions)).toEqual({ reopened: 1 })
    expect((await list()).steps).toEqual([step])
  })

  test('is rejected for a missing step or option, or an old revision', async () => {
    const { solution } = await labelNextSolutionWithNotes(project, await join('Ada'))
    await expect(askAboutStep(solution, { step: 3 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(askAboutStep(solution, { option: 1 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(askAboutStep(solution, { revision: 2 })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await countRows()).toBe(0)
  })

  test("moves with its step in a repair, like annotators' questions", async () => {
    const { solution } = await labelNextSolutionWithNotes(project, await join('Ada'), [
      [2, 'Units?'],
    ])
    await askAboutStep(solution, { step: 2 })
    const [step] = (await list()).steps
    const { questions } = await dismissStep(step!)
    const change = { kind: 'merge', step: 0, through: 1 } as const
    const repair = { project: project.slug, solution, revision: 1, change }
    await repairSteps.execute(reviewer, repair)
    expect(await reopen(questions)).toEqual({ reopened: 2 })
    // The annotation was returned, but the reviewer's question stays open.
    expect((await list()).steps).toMatchObject([
      { step: 1, revision: 2, text: 'Step 3 of p/0.', questions: [{ kind: 'reviewer' }] },
    ])
  })
})

test('getQuestionStep returns a step with the previous steps', async () => {
  const { solution } = await labelNextSolutionWithNotes(
    project,
    await join('Ada'),
    [[0, 'Why?']],
    [1, -1],
  )
  const read = (step: number) =>
    getQuestionStep.execute(reviewer, { project: project.slug, solution, step })
  expect(await read(1)).toMatchObject({
    steps: ['Step 1 of p/0.', 'Step 2 of p/0.'],
    questions: [],
    stepCount: 3,
    ratings: [{ person: 'Ada', rating: -1 }],
  })
  expect(await read(0)).toMatchObject({ questions: [{ text: 'Why?' }] })
  await expect(read(3)).rejects.toMatchObject({ code: 'not_found' })
})
