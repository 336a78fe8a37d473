import { describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { phase1Schema, phase2Schema } from '@/lib/formats/prm800k-schema'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { exportAnnotations } from './queries'
import {
  findOnlySolution,
  type TestAnnotation,
  storeLabelledAnnotation,
} from './testing/store-annotation'

useTestDatabase()

async function exportLines(project: TestProject, labels: 'own' | 'imported') {
  const input = { project: project.slug, format: 'prm800k', labels } as const
  const reply = await exportAnnotations.execute(project.admin, input)
  return readReplyLines(reply)
}

/** A project with one solution, and a function that stores an annotation of it. */
async function startProject(line: object) {
  const project = await makeProject()
  await importLines(project, [line])
  const solutionId = await findOnlySolution(project)
  return {
    project,
    solutionId,
    store: async (annotation: TestAnnotation) => {
      const { userId } = await makeMember(project, 'annotator')
      return {
        userId,
        id: await storeLabelledAnnotation(project, { solutionId, userId }, annotation),
      }
    },
  }
}

type Options = { step: number; ratings: (-1 | 0 | 1 | null)[]; flags?: number[] }

/** Stores ratings of the options at a step, in display order; `first` is the position of the first one. */
async function rateOptions(
  { project, solutionId }: { project: TestProject; solutionId: string },
  annotationId: string,
  first: 0 | 1,
  { step, ratings, flags = [] }: Options,
) {
  const data = ratings.map((rating, i) => {
    const position = i + first
    const key = { projectId: project.id, annotationId, solutionId, step, position }
    return { ...key, option: position, rating, flagged: flags.includes(position) }
  })
  await getDatabase().optionRating.createMany({ data })
}

/** Exported lines must import into another project and export again unchanged. */
async function expectRoundTrip(lines: readonly string[]) {
  const otherProject = await makeProject()
  const report = await importLines(otherProject, lines.map((line) => `${line}\n`).join(''))
  expect(report).toMatchObject({ formats: 'prm800k', invalidLines: 0, annotations: lines.length })
  expect(await exportLines(otherProject, 'imported')).toEqual(lines)
}

const finishedFields = {
  labeler: '',
  timestamp: '2026-03-02T09:01:10.250000',
  generation: null,
  is_quality_control_question: false,
  is_initial_screening_question: false,
}

describe('a PRM800K line of a rated solution', () => {
  const line = {
    id: 'alg-17',
    problem: 'What is $1+1$?',
    answer: '2',
    solution: 'Count.',
    generator: 'canary-generator',
    topic: 'canary-metadata',
    samples: [
      {
        id: 'canary-id',
        steps: ['One.', 'And one.', 'So 3.', 'Done.'],
        answer: '3',
        score: 1,
        alternatives: { '1': ['Hidden.'], '2': ['So 2.', { text: 'So 4.', source: 'canary' }] },
        explanations: { '2': ['canary-candidate'] },
      },
    ],
  }
  const question = {
    problem: 'What is $1+1$?',
    ground_truth_solution: 'Count.',
    ground_truth_answer: '2',
    pre_generated_steps: ['One.', 'And one.', 'So 3.', 'Done.'],
    pre_generated_answer: '3',
    pre_generated_verifier_score: 1,
  }
  const step = (text: string, rating: number, flagged: true | null = null) => ({
    completions: [{ text, rating, flagged }],
    human_completion: null,
    chosen_completion: 0,
  })
  const commonFields = { flow: 'solution', stepCount: 4 } as const

  test('contains everything that PRM800K can express about an error, and nothing else', async () => {
    const startedProject = await startProject(line)
    const { id, userId } = await startedProject.store({
      ...commonFields,
      ratings: [1, 0, -1],
      flagged: [null, true, null],
      chosen: [0, 0, null],
      offered: [1, 1, 3],
      supersededRatings: [1],
      finishReason: 'found_error',
      finishNote: 'canary-note',
      explanation: 'canary-explanation',
      progress: 'most',
      tags: ['canary-tag'],
    })
    await rateOptions(startedProject, id, 1, { step: 2, ratings: [1, 0], flags: [2] })
    const key = { projectId: startedProject.project.id, annotationId: id }
    await getDatabase().stepNote.createMany({
      data: [
        { ...key, step: 1, kind: 'flag', text: 'canary-flag' },
        { ...key, step: 2, option: 1, kind: 'comment', text: 'canary-comment' },
        { ...key, step: 3, kind: 'bad_split', text: 'canary-split' },
      ],
    })
    const [text = '', ...others] = await exportLines(startedProject.project, 'own')
    expect(others).toEqual([])
    expect(phase2Schema.parse(JSON.parse(text))).toEqual({
      ...finishedFields,
      labeler: userId,
      question,
      label: {
        steps: [
          step('One.', 1),
          step('And one.', 0, true),
          {
            completions: [
              { text: 'So 3.', rating: -1, flagged: null },
              { text: 'So 2.', rating: 1, flagged: false },
              { text: 'So 4.', rating: 0, flagged: true },
            ],
            human_completion: null,
            chosen_completion: null,
          },
        ],
        total_time: 42_000,
        finish_reason: 'found_error',
      },
    })
    expect(text).toContain('"pre_generated_verifier_score": 1.0}')
    expect(text).not.toContain('canary')
    await expectRoundTrip([text])
  })

  test('is written for solution, bad_problem and give_up, even with unrated alternatives', async () => {
    const startedProject = await startProject(line)
    const all = { chosen: [0, 0, 0, 0], offered: [1, 1, 1, 1], flagged: [null, null, null, null] }
    await startedProject.store({
      ...commonFields,
      ...all,
      ratings: [1, 0, 1, 1],
      finishReason: 'solution',
    })
    const emptyFields = { ratings: [], chosen: [], offered: [], flagged: [] }
    await startedProject.store({
      ...commonFields,
      ...emptyFields,
      finishReason: 'bad_problem',
      finishNote: 'canary',
    })
    await startedProject.store({
      ...commonFields,
      ratings: [1, 1, -1],
      chosen: [0, 0, null],
      offered: [1, 1, 3],
      flagged: [null, null, null],
      finishReason: 'give_up',
      finishNote: 'canary',
    })
    const lines = await exportLines(startedProject.project, 'own')
    const labels = lines.map((text) => phase2Schema.parse(JSON.parse(text)).label)
    expect(labels.map(({ finish_reason, steps }) => [finish_reason, steps.length])).toEqual([
      ['solution', 4],
      ['bad_problem', 0],
      ['give_up', 3],
    ])
    expect(labels[2]!.steps[2]!.completions!.slice(1)).toEqual([
      { text: 'So 2.', rating: null, flagged: false },
      { text: 'So 4.', rating: null, flagged: false },
    ])
    expect(lines.join()).not.toContain('canary')
    await expectRoundTrip(lines)
  })

  test('has the current steps if they were repaired after the annotation', async () => {
    const startedProject = await startProject(line)
    await startedProject.store({
      ...commonFields,
      ratings: [1],
      chosen: [0],
      offered: [1],
      flagged: [null],
      finishReason: 'give_up',
      finishNote: 'Stuck.',
    })
    await getDatabase().$executeRaw`
      update solution set revision = 2, step_ids = '{4,2,3}', steps = array['One. And one.', 'So 3.', 'Done.']
      where project_id = ${startedProject.project.id}::uuid`
    const [text = ''] = await exportLines(startedProject.project, 'own')
    const { question, label } = phase2Schema.parse(JSON.parse(text))
    expect(question.pre_generated_steps).toEqual(['One. And one.', 'So 3.', 'Done.'])
    expect(label.steps).toEqual([step('One. And one.', 1)])
  })
})

describe('a PRM800K line of step choices', () => {
  const line = {
    id: 'canary-id',
    problem: 'What is $1+1$?',
    answer: '2',
    solution: 'canary-solution',
    generator: 'canary-generator',
    options: [
      ['Count.', { text: 'Guess.', source: 'canary' }],
      ['One.', 'Three.'],
      ['# Answer\n\n2', '# Answer\n\n3'],
    ],
  }
  const commonFields = { flow: 'step_choice' } as const
  const question = { problem: 'What is $1+1$?', ground_truth_answer: '2' }
  const option = (text: string, rating: number | null, flagged = false) => ({
    text,
    rating,
    flagged,
  })

  test('has the shape of phase 1, also with a human option and an answer', async () => {
    const startedProject = await startProject(line)
    const { id, userId } = await startedProject.store({
      ...commonFields,
      stepCount: 3,
      ratings: [1, 1, 1],
      flagged: [true, false, false],
      chosen: [1, null, 0],
      offered: [2, 2, 2],
      finishReason: 'solution',
      finishNote: 'canary-note',
    })
    await rateOptions(startedProject, id, 0, { step: 0, ratings: [0, 1], flags: [1] })
    await rateOptions(startedProject, id, 0, { step: 1, ratings: [0, -1] })
    await rateOptions(startedProject, id, 0, { step: 2, ratings: [1, -1] })
    const key = { projectId: startedProject.project.id, annotationId: id }
    await getDatabase().humanOption.create({
      data: { ...key, step: 1, text: 'One and one more.', flagged: false },
    })
    await getDatabase().stepNote.create({
      data: { ...key, step: 1, option: 2, kind: 'comment', text: 'canary-comment' },
    })
    const [text = ''] = await exportLines(startedProject.project, 'own')
    expect(phase1Schema.parse(JSON.parse(text))).toEqual({
      ...finishedFields,
      labeler: userId,
      question,
      label: {
        steps: [
          {
            completions: [option('Count.', 0), option('Guess.', 1, true)],
            human_completion: null,
            chosen_completion: 1,
          },
          {
            completions: [option('One.', 0), option('Three.', -1)],
            human_completion: {
              text: 'One and one more.',
              rating: null,
              source: 'human',
              flagged: false,
            },
            chosen_completion: null,
          },
          {
            completions: [option('# Answer\n\n2', 1), option('# Answer\n\n3', -1)],
            human_completion: null,
            chosen_completion: 0,
          },
        ],
        total_time: 42_000,
        finish_reason: 'solution',
      },
    })
    expect(text).not.toContain('canary')
    await expectRoundTrip([text])
  })

  test.each([
    ['some of its options rated', [0, null]],
    ['none of them rated', null],
  ])(
    'ends with a step without a choice if the annotator gave up at a step with %s',
    async (_, ratings) => {
      const startedProject = await startProject(line)
      const { id } = await startedProject.store({
        ...commonFields,
        stepCount: 3,
        ratings: [1, null],
        flagged: [false, null],
        chosen: [0, null],
        offered: [2, 2],
        finishReason: 'give_up',
        finishNote: 'canary-note',
      })
      await rateOptions(startedProject, id, 0, { step: 0, ratings: [1, -1] })
      if (ratings) await rateOptions(startedProject, id, 0, { step: 1, ratings: [0, null] })
      const [text = ''] = await exportLines(startedProject.project, 'own')
      const { label } = phase1Schema.parse(JSON.parse(text))
      expect(label.finish_reason).toBe('give_up')
      expect(label.steps[1]).toEqual({
        completions: [option('One.', ratings ? 0 : null), option('Three.', null)],
        human_completion: null,
        chosen_completion: null,
      })
      expect(label.steps).toHaveLength(2)
      expect(text).not.toContain('canary')
      await expectRoundTrip([text])
    },
  )
})
