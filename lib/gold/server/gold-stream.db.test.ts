import { beforeEach, describe, expect, test } from 'vitest'
import { exportInStepmarkFormat } from '@/lib/imports/server/testing/project-plans'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

const steps = ['One.', 'Two.', 'Three.']

/** A labelled line of PRM800K, with an alternative to each step. */
function makeLine(
  ratings: (number | null)[],
  { labeler = 'ada', finish = ratings.at(-1) === -1 ? 'found_error' : 'solution' } = {},
) {
  return {
    labeler,
    timestamp: '2022-07-30T23:23:32.118856',
    generation: 3,
    is_quality_control_question: false,
    is_initial_screening_question: false,
    question: {
      problem: 'How many?',
      ground_truth_solution: 'Count.',
      ground_truth_answer: '2',
      pre_generated_steps: steps,
      pre_generated_answer: '3',
      pre_generated_verifier_score: 0.5,
    },
    label: {
      steps: ratings.map((rating, i) => ({
        completions: [
          { text: steps[i], rating, flagged: null },
          { text: `${steps[i]} Or so.`, rating: 0, flagged: null },
        ],
        human_completion: null,
        chosen_completion: 0,
      })),
      total_time: 1000,
      finish_reason: finish,
    },
  }
}

let project: TestProject

beforeEach(async () => {
  project = await makeProject()
})

const gold = { labels: 'gold' } as const

const readGold = () =>
  getDatabase().goldItem.findMany({
    where: { projectId: project.id },
    select: { firstErrors: true, explanation: true },
  })

const countRows = async () => {
  const db = getDatabase()
  const where = { projectId: project.id }
  return {
    solutions: await db.solution.count({ where }),
    options: await db.stepOption.count({ where }),
    annotations: await db.annotation.count({ where }),
    queued: await db.queueItem.count({ where }),
  }
}

describe('importing labels as gold', () => {
  test('creates gold without creating annotations, queue items or alternatives', async () => {
    expect(await importLines(project, [makeLine([1, -1])], gold)).toMatchObject({
      gold: 1,
      solutions: 1,
      annotations: 0,
      queued: 0,
      unservable: 0,
      invalidLines: 0,
    })
    expect(await readGold()).toEqual([{ firstErrors: [1], explanation: null }])
    expect(await countRows()).toEqual({ solutions: 1, options: 0, annotations: 0, queued: 0 })
    const person = await makeMember(project, 'annotator')
    expect(
      await claimNext.execute(person, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      kind: 'none_left',
    })
  })

  test('skips duplicates of a gold solution, and later imports do not queue them', async () => {
    await importLines(project, [makeLine([1, 0, 1])], gold)
    expect(await readGold()).toEqual([{ firstErrors: [], explanation: null }])
    expect(await importLines(project, [makeLine([1, 0, 1])], gold)).toMatchObject({
      gold: 0,
      solutions: 0,
      duplicates: 1,
      queued: 0,
    })
    const withoutLabels = { labels: 'drop' } as const
    const another = { ...makeLine([1]), question: { ...makeLine([1]).question } }
    another.question.pre_generated_steps = ['Quite another.']
    expect(await importLines(project, [makeLine([1, 0, 1]), another], withoutLabels)).toMatchObject(
      {
        duplicates: 1,
        solutions: 1,
        queued: 1,
      },
    )
    expect(await countRows()).toMatchObject({ queued: 1 })
  })

  test('accepts several first errors if annotators differ, in one file or two', async () => {
    const lines = [makeLine([1, -1]), makeLine([-1], { labeler: 'ben' })]
    expect(await importLines(project, lines, gold)).toMatchObject({ gold: 1, duplicates: 1 })
    expect(await readGold()).toEqual([{ firstErrors: [0, 1], explanation: null }])
    const third = makeLine([1, 1, -1], { labeler: 'rui' })
    expect(await importLines(project, [third], gold)).toMatchObject({ gold: 0, duplicates: 1 })
    expect(await readGold()).toEqual([{ firstErrors: [0, 1, 2], explanation: null }])
  })

  test('rejects lines that disagree on whether there is an error', async () => {
    const lines = [makeLine([1, -1]), makeLine([1, 1, 1], { labeler: 'ben' })]
    const options = { ...gold, onInvalidLines: 'skip' } as const
    expect(await importLines(project, lines, options)).toMatchObject({
      gold: 1,
      invalidLines: 1,
      lineErrors: [
        {
          line: 2,
          location: 'label',
          reason: expect.stringMatching(/disagree on whether this solution has an error/),
        },
      ],
    })
    expect(await readGold()).toEqual([{ firstErrors: [1], explanation: null }])
  })

  test.each([
    ['was given up', makeLine([1], { finish: 'give_up' }), /finish reason give_up can’t be gold/],
    [
      'is a bad problem',
      makeLine([], { finish: 'bad_problem' }),
      /finish reason bad_problem can’t be gold/,
    ],
    [
      'has ratings after the first error',
      makeLine([-1, 1], { finish: 'found_error' }),
      /can’t be gold\. Step 1 is negative/,
    ],
  ])('rejects an annotation that %s', async (_, line, reason) => {
    await expect(importLines(project, [line], gold)).rejects.toMatchObject({
      code: 'invalid_lines',
      details: {
        lineErrors: [
          { line: 1, location: 'label', reason: expect.stringMatching(reason) as string },
        ],
      },
    })
    expect(await countRows()).toMatchObject({ solutions: 0 })
  })

  test('rejects labels of the step-choice flow', async () => {
    const { question: _, ...line } = makeLine([1])
    const question = { problem: 'How many?', ground_truth_answer: '2' }
    await expect(importLines(project, [{ ...line, question }], gold)).rejects.toMatchObject({
      code: 'invalid_lines',
    })
  })

  test('stores the explanation and removes the solution from the queue if it was waiting', async () => {
    const line = { prompt: 'Why?', completions: steps, labels: [true, false, false] }
    await importLines(project, [line], { labels: 'drop' })
    expect(await countRows()).toMatchObject({ solutions: 1, queued: 1 })
    expect(await importLines(project, [line], gold)).toMatchObject({ gold: 1, duplicates: 1 })
    expect(await readGold()).toEqual([{ firstErrors: [1], explanation: null }])
    expect(await countRows()).toMatchObject({ solutions: 1, queued: 0 })
    const otherProject = await makeProject()
    await importLines(otherProject, [line])
    const [exportedLine = ''] = (await exportInStepmarkFormat(otherProject)).split('\n')
    const record = JSON.parse(exportedLine) as { annotation: object; solution: object }
    Object.assign(record.annotation, { explanation: 'It is not two.' })
    project = await makeProject()
    expect(await importLines(project, [record], gold)).toMatchObject({ gold: 1, queued: 0 })
    expect(await readGold()).toEqual([{ firstErrors: [1], explanation: 'It is not two.' }])
  })
})
