import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { listReleaseFilterValues } from './release-queries'

useTestDatabase()

const makeLabelled = (labeler: string, generation: number | null, problem: string) => ({
  labeler,
  timestamp: '2022-07-30T23:23:32.118856',
  generation,
  is_quality_control_question: false,
  is_initial_screening_question: false,
  question: {
    problem,
    ground_truth_solution: null,
    ground_truth_answer: '2',
    pre_generated_steps: ['One.'],
    pre_generated_answer: '2',
    pre_generated_verifier_score: 0.5,
  },
  label: {
    steps: [
      {
        completions: [{ text: 'One.', rating: 1, flagged: null }],
        human_completion: null,
        chosen_completion: 0,
      },
    ],
    total_time: 1000,
    finish_reason: 'solution',
  },
})

test('lists each filter value of a project once, sorted, and none of other projects', async () => {
  const project = await makeProject()
  const otherProject = await makeProject({}, project.admin)
  await importLines(project, [
    { ...makeProblemLine('a', [0.5]), subject: 'Geometry' },
    { ...makeProblemLine('b', [0.5]), subject: 'Algebra' },
    { ...makeProblemLine('c', [0.5]), subject: 'Algebra' },
    makeLabelled('two', 9, 'First?'),
    makeLabelled('one', -1, 'Second?'),
    makeLabelled('two', null, 'Third?'),
  ])
  await importLines(otherProject, [{ ...makeProblemLine('a', [0.5]), subject: 'Physics' }])
  expect(await listReleaseFilterValues.execute(project.admin, { project: project.slug })).toEqual({
    subjects: ['Algebra', 'Geometry'],
    labelers: ['one', 'two'],
    generations: [-1, 9],
  })
  expect(
    await listReleaseFilterValues.execute(otherProject.admin, { project: otherProject.slug }),
  ).toEqual({
    subjects: ['Physics'],
    labelers: [],
    generations: [],
  })
})
