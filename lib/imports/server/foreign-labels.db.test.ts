import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'
import { countRowsByKind, exportInStepmarkFormat } from './testing/project-plans'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject()
})

const line = {
  prompt: 'Why?',
  completions: ['One.', 'Two.', 'Three.', 'Four.'],
  labels: [true, false, true, false],
}

describe('labels without a time and with ratings after the first error', () => {
  test('are stored and exported unchanged', async () => {
    expect(await importLines(project, [line])).toMatchObject({ annotations: 1, queued: 0 })
    const [text = ''] = (await exportInStepmarkFormat(project)).split('\n')
    expect(JSON.parse(text)).toMatchObject({
      annotation: {
        origin: 'imported',
        started_at: null,
        submitted_at: null,
        recorded_at: null,
        ratings: [1, -1],
        superseded_ratings: [1, -1],
        finish_reason: 'found_error',
        irregular: null,
      },
    })
    const otherProject = await makeProject()
    await importLines(otherProject, text)
    expect(await exportInStepmarkFormat(otherProject)).toBe(`${text}\n`)
    expect(await importLines(otherProject, [line])).toMatchObject({
      problems: 0,
      solutions: 0,
      duplicates: 1,
    })
  })

  test('are stored once if repeated in a file or a second file', async () => {
    expect(await importLines(project, [line, line])).toMatchObject({
      annotations: 1,
      duplicates: 1,
    })
    expect(await importLines(project, [line])).toMatchObject({ annotations: 0, duplicates: 1 })
    expect(await countRowsByKind(project)).toMatchObject({
      problems: 1,
      solutions: 1,
      annotations: 1,
    })
  })

  test('become two annotations of one solution if they differ', async () => {
    const otherLabels = { ...line, labels: [true, true, true, true] }
    expect(await importLines(project, [line, otherLabels])).toMatchObject({
      solutions: 1,
      annotations: 2,
      duplicates: 1,
    })
  })
})

test('a PRM800K line has the same identity hashes as in earlier versions', async () => {
  const labels = {
    steps: [{ completions: [{ text: 'One.', rating: 1, flagged: null }] }].map((step) => ({
      ...step,
      human_completion: null,
      chosen_completion: 0,
    })),
    total_time: 1000,
    finish_reason: 'solution',
  }
  await importLines(project, [
    {
      labeler: 'ada',
      timestamp: '2022-07-30T23:23:32.118856',
      generation: 3,
      is_quality_control_question: false,
      is_initial_screening_question: false,
      question: {
        problem: 'How many?',
        ground_truth_solution: null,
        ground_truth_answer: '2',
        pre_generated_steps: ['One.'],
        pre_generated_answer: '3',
        pre_generated_verifier_score: 0.5,
      },
      label: labels,
    },
  ])
  const rows = await getDatabase().$queryRaw<{ annotation: string; solution: string }[]>`
      select encode(l.identity, 'hex') as annotation, encode(s.identity, 'hex') as solution
      from annotation l join solution s on s.id = l.solution_id where l.project_id = ${project.id}::uuid`
  expect(rows).toMatchInlineSnapshot(`
      [
        {
          "annotation": "7f27957c7b0104b975c249c75b5d3910c30931013e53827c2ad9172bd776a94a",
          "solution": "536a0763f43f66f1d37a86bf10675c073b9aba74c51af516db9a571d42fcd129",
        },
      ]
    `)
})
