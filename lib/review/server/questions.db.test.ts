import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type MadeProject } from '@/prisma/seed/factories'
import {
  joinReader,
  label,
  makeAskedProject,
  type SaidNote,
  submitAgain,
} from '@/lib/review/testing/asked-project'
import { repairSteps } from './commands'
import { askQuestion, reopenQuestions, setQuestionsAside } from './questions-commands'
import { getAskedStep, listQuestions, listSetAside } from './questions-queries'

useTestDatabase()

let project: MadeProject
let reviewer: Person

beforeEach(async () => {
  ;({ project, reviewer } = await makeAskedProject(['p', 'q']))
})

const join = (name: string) => joinReader(project, name)

async function list(given: { order?: 'newest'; page?: number; limit?: number } = {}) {
  const input = listQuestions.contract.input.parse({ project: project.slug, ...given })
  return listQuestions.execute(reviewer, input)
}

type Listed = Awaited<ReturnType<typeof list>>['steps'][number]

const nameAsks = ({ step, asks }: Listed) =>
  asks.map(({ annotation, question, option, kind, words }) =>
    question === null
      ? { annotation: annotation!, step, option, kind: kind as 'flag' | 'comment', words }
      : { question },
  )

async function setAside(step: Listed, note = 'No need.') {
  const input = { project: project.slug, asks: nameAsks(step), note }
  return setQuestionsAside.execute(reviewer, input)
}

const reopen = (questions: string[]) =>
  reopenQuestions.execute(reviewer, { project: project.slug, questions })

const countRows = () => getDatabase().question.count({ where: { projectId: project.id } })

describe('open questions', () => {
  test('are the flags and comments of submitted annotations, by step, those most asked first', async () => {
    const [ada, ben, cyd] = [await join('Ada'), await join('Ben'), await join('Cyd')]
    const { solution } = await label(project, ada, [
      [0, 'Is this a step?', 'comment'],
      [1, 'Units?'],
      [2, 'Cut badly', 'bad_split'],
    ])
    await label(project, ben, [[1, '']], [1, -1])
    await label(project, cyd, [], [1, 0, 1])
    const { open, pages, steps } = await list()
    expect({ open, pages }).toEqual({ open: 2, pages: 1 })
    expect(steps).toMatchObject([
      {
        ...{ solution, externalId: 'p/0', revision: 1, step: 1, stepCount: 3, people: 2 },
        ...{ problem: 'Problem p: what is $1 + 1$?', before: 'Step 1 of p/0.' },
        text: 'Step 2 of p/0.',
        asks: [
          { person: 'Ada', kind: 'flag', words: 'Units?', question: null, optionText: null },
          { person: 'Ben', kind: 'flag', words: '' },
        ],
        rated: [
          { person: 'Ada', rating: 1 },
          { person: 'Ben', rating: -1 },
          { person: 'Cyd', rating: 0 },
        ],
      },
      { step: 0, before: null, people: 1, asks: [{ kind: 'comment', words: 'Is this a step?' }] },
    ])
    expect(steps[1]!.rated).toHaveLength(3)
  })

  test('come newest first where that is asked, and page by page', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')]
    await label(project, ada, [[0, 'a']])
    await label(project, ben, [[0, 'b']])
    await label(project, ada, [[2, 'c']])
    expect((await list()).steps.map(({ step }) => step)).toEqual([0, 2])
    expect((await list({ order: 'newest' })).steps.map(({ step }) => step)).toEqual([2, 0])
    expect(await list({ page: 2, limit: 1 })).toMatchObject({
      open: 2,
      pages: 2,
      steps: [{ step: 2 }],
    })
  })

  test('are none while an annotation is open, and those that it has when it comes in again', async () => {
    const ada = await join('Ada')
    const { annotation } = await label(project, ada, [[0, 'Units?']])
    const again = await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    expect(await list()).toMatchObject({ open: 0, steps: [] })
    await submitAgain(project, ada, again.lease, [[1, 'Signs?']], { basedOn: 1 })
    expect((await list()).steps).toMatchObject([{ step: 1, asks: [{ words: 'Signs?' }] }])
  })

  test('of another project are none of this one', async () => {
    await label(project, await join('Ada'), [[0, 'Canary']])
    const other = await makeProject()
    const input = listQuestions.contract.input.parse({ project: other.slug })
    expect(await listQuestions.execute(other.admin, input)).toMatchObject({ open: 0, steps: [] })
    const [step] = (await list()).steps
    const foreign = { project: other.slug, asks: nameAsks(step!), note: '' }
    await expect(setQuestionsAside.execute(other.admin, foreign)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { solution } = step!
    const place = { project: other.slug, solution, step: 0 }
    await expect(getAskedStep.execute(other.admin, place)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await list()).open).toBe(1)
  })
})

describe('setting aside', () => {
  test('takes questions from the list, keeps what was asked, and can be undone', async () => {
    await label(project, await join('Ada'), [[0, 'Units?']])
    const [step] = (await list()).steps
    const { questions } = await setAside(step!)
    expect((await list()).open).toBe(0)
    const input = listSetAside.contract.input.parse({ project: project.slug })
    expect(await listSetAside.execute(reviewer, input)).toMatchObject({
      all: 1,
      questions: [{ words: 'Units?', person: 'Ada', note: 'No need.', by: 'Rui', step: 0 }],
    })
    expect(await reopen(questions)).toEqual({ opened: 1 })
    expect((await list()).steps).toEqual([step])
    expect(await countRows()).toBe(0)
    await expect(reopen(questions)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('by two at once, in whichever order they name them, locks neither out', async () => {
    const ada = await join('Ada')
    const notes = [0, 1, 2].flatMap(
      (step) =>
        [
          [step, 'Why?'],
          [step, 'Hm', 'comment'],
        ] as SaidNote[],
    )
    const { annotation } = await label(project, ada, notes)
    const asks = notes.map(([step, words, kind = 'flag']) => ({
      ...{ annotation, step, words, option: 0, kind: kind as 'flag' | 'comment' },
    }))
    const act = (named: typeof asks) =>
      setQuestionsAside.execute(reviewer, { project: project.slug, asks: named, note: '' })
    for (let turn = 0; turn < 12; turn += 1) {
      const outcomes = await Promise.allSettled([act(asks), act(asks.toReversed())])
      const refused = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code: unknown }).code] : [],
      )
      expect(refused).toEqual(['conflict'])
      const done = outcomes.flatMap((one) =>
        one.status === 'fulfilled' ? one.value.questions : [],
      )
      await reopen(done)
    }
  })

  test('is all or nothing: of two who do it at once, one is refused', async () => {
    await label(project, await join('Ada'), [
      [0, 'Units?'],
      [0, 'Also this', 'comment'],
    ])
    const [step] = (await list()).steps
    const outcomes = await Promise.allSettled([setAside(step!), setAside(step!)])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'conflict', details: { missing: 2 } } },
    ])
    expect(await countRows()).toBe(2)
  })

  test('with one that is gone changes nothing of the others', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')]
    const { annotation } = await label(project, ada, [[0, 'Units?']])
    await label(project, ben, [[0, 'Me too']])
    const [step] = (await list()).steps
    await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    await expect(setAside(step!)).rejects.toMatchObject({ code: 'conflict' })
    expect(await countRows()).toBe(0)
    expect((await list()).steps).toMatchObject([{ asks: [{ person: 'Ben' }] }])
  })

  test.each([
    { name: 'left as it is, stays answered', notes: [[0, 'Units?']] as const, open: 0, kept: 1 },
    { name: 'in other words, is asked anew', notes: [[0, 'Why?']] as const, open: 1, kept: 1 },
    { name: 'taken back, leaves nothing open', notes: [] as const, open: 0, kept: 0 },
  ])('a note that is $name', async ({ notes, open, kept }) => {
    const ada = await join('Ada')
    const { annotation } = await label(project, ada, [[0, 'Units?']])
    const [step] = (await list()).steps
    const { questions } = await setAside(step!)
    const again = await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    await submitAgain(project, ada, again.lease, [...notes], { basedOn: 1 })
    expect((await list()).open).toBe(open)
    // What was answered stays known.
    expect(await countRows()).toBe(1)
    expect(await getDatabase().stepNote.count({ where: { projectId: project.id } })).toBe(kept)
    // Undone: what is no more does not come back.
    expect(await reopen(questions)).toEqual({ opened: kept - open })
    expect((await list()).open).toBe(kept)
  })

  test('undone, it does not open what was said in other words and dealt with since', async () => {
    const ada = await join('Ada')
    const { annotation } = await label(project, ada, [[0, 'Units?']])
    const { questions } = await setAside((await list()).steps[0]!)
    const again = await reopenAnnotation.execute(ada, { project: project.slug, annotation })
    await submitAgain(project, ada, again.lease, [[0, 'Why?']], { basedOn: 1 })
    await setAside((await list()).steps[0]!)
    expect(await reopen(questions)).toEqual({ opened: 0 })
    expect((await list()).open).toBe(0)
  })

  test('an answered flag is still in the draft that its annotator opens again', async () => {
    const ada = await join('Ada')
    const { annotation } = await label(project, ada, [[0, 'Units?']])
    await setAside((await list()).steps[0]!)
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

describe('what a reviewer asks', () => {
  const ask = (solution: string, given = {}) =>
    askQuestion.execute(reviewer, {
      ...{ project: project.slug, solution, revision: 1, step: 1, option: 0, words: ' And this? ' },
      ...given,
    })

  test('stands among the open questions until somebody deals with it', async () => {
    const { solution } = await label(project, await join('Ada'))
    const { question } = await ask(solution)
    const [step] = (await list()).steps
    expect(step).toMatchObject({
      step: 1,
      asks: [{ question, annotation: null, kind: 'reviewer', words: 'And this?', person: 'Rui' }],
    })
    const { questions } = await setAside(step!)
    expect(questions).toEqual([question])
    expect((await list()).open).toBe(0)
    expect(await reopen(questions)).toEqual({ opened: 1 })
    expect((await list()).steps).toEqual([step])
  })

  test('is of a step that is there, as it was read', async () => {
    const { solution } = await label(project, await join('Ada'))
    await expect(ask(solution, { step: 3 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask(solution, { revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
    expect(await countRows()).toBe(0)
  })

  test('goes along with its step when the steps are repaired, and so does what annotators asked', async () => {
    const { solution } = await label(project, await join('Ada'), [[2, 'Units?']])
    await ask(solution, { step: 2 })
    const [step] = (await list()).steps
    const { questions } = await setAside(step!)
    const change = { kind: 'merge', step: 0, through: 1 } as const
    const repair = { project: project.slug, solution, revision: 1, change }
    await repairSteps.execute(reviewer, repair)
    expect(await reopen(questions)).toEqual({ opened: 2 })
    // The annotation went back; what the reviewer asks does not wait for it.
    expect((await list()).steps).toMatchObject([
      { step: 1, revision: 2, text: 'Step 3 of p/0.', asks: [{ kind: 'reviewer' }] },
    ])
  })
})

test('a step that nobody asked about is read with those before it', async () => {
  const { solution } = await label(project, await join('Ada'), [[0, 'Why?']], [1, -1])
  const read = (step: number) =>
    getAskedStep.execute(reviewer, { project: project.slug, solution, step })
  expect(await read(1)).toMatchObject({
    ...{ steps: ['Step 1 of p/0.', 'Step 2 of p/0.'], asks: [], stepCount: 3 },
    rated: [{ person: 'Ada', rating: -1 }],
  })
  expect(await read(0)).toMatchObject({ asks: [{ words: 'Why?' }] })
  await expect(read(3)).rejects.toMatchObject({ code: 'not_found' })
})
