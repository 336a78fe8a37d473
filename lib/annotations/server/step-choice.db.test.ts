import { describe, expect, test } from 'vitest'
import {
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeSaveInput,
  readSingleAnnotation,
} from '@/lib/annotations/testing/claimed-solution'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { exportAnnotations } from '@/lib/exports/server/queries'
import { phase1Schema } from '@/lib/formats/prm800k-schema'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { listQueue } from '@/lib/queue/server/list-queue'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import type { AnnotationContentInput } from '../state-fields'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

const line = {
  problem: 'What is $1 + 1$?',
  answer: '2',
  options: [
    ['Count on from one.', 'Guess.', 'Look it up.'],
    ['One more than one is two.', 'So\n\n# Answer\n\n2'],
    ['Done.', 'It is \\boxed{2}.'],
  ],
}
const flow = 'step_choice' as const
const start = () => makeProjectWithClaimedSolution({ flow }, [line])

/** The last option of the second step ends the solution. */
const completeContent: Partial<AnnotationContentInput> = {
  options: { 0: [1, -1, 1], 1: [0, 1] },
  choices: { 0: 2 },
  notes: [
    { step: 0, option: 1, kind: 'flag', text: 'Is guessing wrong?' },
    { step: 1, option: 1, kind: 'flag', text: '' },
  ],
}
/** No option of the first step is positive. The last option of the third step ends the solution. */
const choiceContent: Partial<AnnotationContentInput> = {
  options: { 0: [0, -1, 0], 1: [1, -1], 2: [-1, 1] },
  choices: { 0: 'human' },
  humanOptions: { 0: ' Use fingers. ', 1: 'Take away.' },
}

const flagOnHumanOption = { step: 0, option: null, kind: 'flag', text: '' } as const

async function exportLine(project: TestProject): Promise<string> {
  const input = { project: project.slug, format: 'prm800k', labels: 'own' } as const
  const [value] = await readReplyLines(await exportAnnotations.execute(project.admin, input))
  return String(value)
}

/** The same annotation, imported from a PRM800K line. */
async function importBack(text: string) {
  const otherProject = await makeProject({ flow })
  await importLines(otherProject, text, { format: 'prm800k' })
  const { notes: _, guidelineVersion: __, ...stored } = (await readSingleAnnotation(otherProject))!
  return stored
}

describe('solutions served in the step-choice flow', () => {
  test('have options at each step, and solutions with such options are served only in this flow', async () => {
    const lines = [line, makeProblemLine('a', [0.1, 0.2])]
    const stepChoiceProject = await makeProject({ flow })
    expect(await importLines(stepChoiceProject, lines)).toMatchObject({ queued: 1, unservable: 2 })
    const { items } = await listQueue.execute(stepChoiceProject.admin, {
      project: stepChoiceProject.slug,
      limit: 20,
    })
    expect(items).toMatchObject([{ problem: line.problem, steps: 3 }])
    expect(await importLines(stepChoiceProject, lines)).toMatchObject({
      duplicates: 3,
      unservable: 0,
    })
    const solutionFlowProject = await makeProject()
    expect(await importLines(solutionFlowProject, lines)).toMatchObject({
      queued: 2,
      unservable: 1,
    })
  })

  test('have at least one step', async () => {
    const nulls = { completions: null, human_completion: null, chosen_completion: null }
    const givenUp = {
      labeler: 'ada',
      timestamp: '2022-07-30T23:23:32.118856',
      generation: null,
      is_quality_control_question: false,
      is_initial_screening_question: false,
      question: { problem: 'Why?', ground_truth_answer: '1' },
      label: { steps: [nulls], total_time: 1, finish_reason: 'give_up' },
    }
    const project = await makeProject({ flow })
    expect(await importLines(project, [givenUp], { labels: 'drop' })).toMatchObject({
      solutions: 1,
      annotations: 0,
      queued: 0,
      unservable: 1,
    })
    const person = await makeMember(project, 'annotator')
    expect(
      await claimNext.execute(person, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      reason: 'empty',
    })
  })

  test('are sent with their options by step, and options that state the final answer are marked', async () => {
    const { person, input } = await start()
    const work = await getWork.execute(person, input)
    expect(work).toMatchObject({ flow, stepCount: 3, steps: [], draft: null })
    expect(Object.keys(work.options)).toEqual(['0', '1', '2'])
    expect(work.options['0']!.map(({ source }) => source)).toEqual(line.options[0])
    expect(
      Object.values(work.options).map((list) => list.map(({ endsSolution }) => endsSolution)),
    ).toEqual([
      [false, false, false],
      [false, true],
      [false, true],
    ])
  })
})

describe('a draft in the step-choice flow', () => {
  test('contains ratings, choices and human options', async () => {
    const { person, input } = await start()
    await saveAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, 1, 1], 1, choiceContent),
    })
    expect((await getWork.execute(person, input)).draft).toMatchObject({
      ratings: [1, 1, 1],
      options: choiceContent.options,
      choices: { 0: 'human' },
      humanOptions: { 0: 'Use fingers.', 1: 'Take away.' },
    })
  })

  test('keeps ratings at later steps while an earlier step has no choice', async () => {
    const { project, person, input } = await start()
    const open = {
      options: { 0: [1, 1, null], 1: [0, 1] },
    } satisfies Partial<AnnotationContentInput>
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([], 1, open) })
    expect((await getWork.execute(person, input)).draft).toMatchObject({ ratings: [], ...open })
    expect(await readSingleAnnotation(project)).toMatchObject({ ratings: [], chosen: [] })
  })

  test('is rejected if the ratings on the path don’t match the choices', async () => {
    const { person, input } = await start()
    for (const ratings of [[1], [1, 1, 1], [1, 0], [1, -1]] as const)
      await expect(
        saveAnnotation.execute(person, { ...input, ...makeSaveInput(ratings, 1, completeContent) }),
      ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('notes in the step-choice flow', () => {
  const notes: AnnotationContentInput['notes'] = [
    { step: 0, option: null, kind: 'flag', text: 'Is mine allowed?' },
    { step: 0, option: 0, kind: 'flag', text: '' },
    { step: 0, option: 2, kind: 'comment', text: 'No.' },
    { step: 1, option: 0, kind: 'flag', text: '' },
  ]

  test('can be on a step or on any of its options', async () => {
    const { project, person, input } = await start()
    const state = makeSaveInput([1, 1, 1], 1, { ...choiceContent, notes })
    await saveAnnotation.execute(person, { ...input, ...state })
    expect((await getWork.execute(person, input)).draft?.notes).toEqual(notes)
    expect(await readSingleAnnotation(project)).toMatchObject({
      flagged: [true, true, false],
      optionRatings: [
        { step: 0, position: 0, flagged: true },
        ...[{ flagged: false }, { flagged: false }],
        { step: 1, position: 0, flagged: true },
        ...[{ flagged: false }, { flagged: false }, { flagged: false }],
      ],
      humanOptions: [{ step: 0, flagged: true }, { step: 1 }],
    })
  })
})

describe('a submission in the step-choice flow', () => {
  test('has no steps after the option that states the final answer', async () => {
    const { project, person, input } = await start()
    const state = makeSaveInput([1, 1], 1, completeContent)
    await submitAnnotation.execute(person, { ...input, ...state, ...finishInputByReason.solution })
    expect(await readSingleAnnotation(project)).toMatchObject({
      flow,
      stepCount: 2,
      finishReason: 'solution',
      ratings: [1, 1],
      chosen: [2, 1],
      offered: [3, 2],
      flagged: [false, true],
      optionRatings: [
        { step: 0, position: 0, option: 0, rating: 1, flagged: false },
        { step: 0, position: 1, option: 1, rating: -1, flagged: true },
        { step: 0, position: 2, option: 2, rating: 1, flagged: false },
        { step: 1, position: 0, option: 0, rating: 0, flagged: false },
        { step: 1, position: 1, option: 1, rating: 1, flagged: true },
      ],
      humanOptions: [],
    })
  })

  test('contains the chosen human option, which is exported with rating null, and as +1 on the path', async () => {
    const { project, person, input } = await start()
    const state = makeSaveInput([1, 1, 1], 1, choiceContent)
    await submitAnnotation.execute(person, { ...input, ...state, ...finishInputByReason.solution })
    expect(await readSingleAnnotation(project)).toMatchObject({
      ratings: [1, 1, 1],
      chosen: [null, 0, 1],
      stepCount: 3,
      humanOptions: [{ step: 0, text: 'Use fingers.', flagged: false }],
    })
    expect(JSON.parse(await exportLine(project))).toMatchObject({
      label: {
        steps: [
          {
            human_completion: {
              text: 'Use fingers.',
              rating: null,
              source: 'human',
              flagged: false,
            },
            chosen_completion: null,
          },
          { human_completion: null, chosen_completion: 0 },
          { chosen_completion: 1 },
        ],
      },
    })
  })

  test('with finish reason give_up is stored without a choice at the step where the annotator gave up', async () => {
    const { project, person, input } = await start()
    const state = makeSaveInput([1], 1, { options: { 0: [1, 0, 0] } })
    await submitAnnotation.execute(person, { ...input, ...state, ...finishInputByReason.giveUp })
    expect(await readSingleAnnotation(project)).toMatchObject({
      ratings: [1, null],
      chosen: [0, null],
      offered: [3, 2],
      flagged: [false, null],
      optionRatings: [
        ...[{ step: 0 }, { step: 0 }, { step: 0 }],
        { step: 1, position: 0, option: 0, rating: null, flagged: false },
        { step: 1, position: 1, option: 1, rating: null, flagged: false },
      ],
    })
  })

  test('is rejected with finish reason found_error, and with solution if the path is incomplete', async () => {
    const { project, person, input } = await start()
    for (const reason of [finishInputByReason.solution, finishInputByReason.foundError])
      await expect(
        submitAnnotation.execute(person, {
          ...input,
          ...makeSaveInput([1], 1, { options: { 0: [1, 0, 0] } }),
          ...reason,
        }),
      ).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await readSingleAnnotation(project)).toBeUndefined()
  })

  test.each([
    ['chosen', [1, 1], completeContent, finishInputByReason.solution],
    ['written', [1, 1, 1], choiceContent, finishInputByReason.solution],
    [
      'flagged',
      [1, 1, 1],
      { ...choiceContent, notes: [flagOnHumanOption] },
      finishInputByReason.solution,
    ],
    ['given up', [1], { options: { 0: [1, 0, 0], 1: [-1, null] } }, finishInputByReason.giveUp],
    ['given up at once', [], {}, finishInputByReason.giveUp],
  ] as const)(
    'is exported in the format of PRM800K phase 1: %s',
    async (_, ratings, content, end) => {
      const { project, person, input } = await start()
      const state = makeSaveInput(ratings, 1, content as Partial<AnnotationContentInput>)
      await submitAnnotation.execute(person, { ...input, ...state, ...end })
      const text = await exportLine(project)
      expect(phase1Schema.safeParse(JSON.parse(text)).error).toBeUndefined()
      const { notes: __, guidelineVersion: ___, ...stored } = (await readSingleAnnotation(project))!
      const imported = await importBack(text)
      // A given-up line does not say how many steps there would have been.
      const { stepCount } = end.finishReason === 'give_up' ? stored : imported
      expect(stored).toEqual({ ...imported, stepCount })
    },
  )

  test('continues at its last step when it is reopened', async () => {
    const { project, person, input } = await start()
    const { annotation } = await submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1], 1, { options: { 0: [1, 0, 0], 1: [1, null] } }),
      ...finishInputByReason.giveUp,
    })
    const { lease } = await reopenAnnotation.execute(person, { project: project.slug, annotation })
    const params = { project: project.slug, lease }
    expect((await getWork.execute(person, params)).draft).toMatchObject({
      ratings: [1],
      options: { 0: [1, 0, 0], 1: [1, null] },
    })
    const state = { ...makeSaveInput([1, 1], 2, completeContent), basedOn: 1 }
    await submitAnnotation.execute(person, { ...params, ...state, ...finishInputByReason.solution })
    expect(await readSingleAnnotation(project)).toMatchObject({ stepCount: 2, ratings: [1, 1] })
  })
})
