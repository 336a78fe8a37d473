import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { repairSteps } from '@/lib/splits/server/commands'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

const texts = ['One and two.', 'Three.', 'Four.']
const label = (text: string, rating: number) => ({
  completions: [
    { text, rating, flagged: null },
    { text: `${text} Or so.`, rating: 0, flagged: null },
  ],
  human_completion: null,
  chosen_completion: 0,
})

/** A line of PRM800K, phase 2. */
const line = {
  labeler: 'ada',
  timestamp: '2022-07-30T23:23:32.118856',
  generation: 3,
  is_quality_control_question: false,
  is_initial_screening_question: false,
  question: {
    problem: 'How many?',
    ground_truth_solution: 'Count.',
    ground_truth_answer: '2',
    pre_generated_steps: texts,
    pre_generated_answer: '3',
    pre_generated_verifier_score: 0.5,
  },
  label: {
    steps: [label(texts[0]!, 1), label(texts[1]!, -1)],
    total_time: 1000,
    finish_reason: 'found_error',
  },
}
const reason =
  'The steps of this solution were repaired here. Labels of the old steps can’t be imported.'

const lineByOtherAnnotator = { ...line, labeler: 'someone else' }

let project: TestProject

beforeEach(async () => {
  project = await makeProject()
})

const readSolutions = () =>
  getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true, steps: true, revision: true, _count: { select: { annotations: true } } },
    orderBy: { revision: 'asc' },
  })

async function repair() {
  const solution = (await readSolutions())[0]!.id
  const change = { kind: 'merge', step: 0, through: 1 } as const
  await repairSteps.execute(project.admin, {
    project: project.slug,
    solution,
    revision: 1,
    change,
  })
}

/**
 * No operation repairs an imported, labelled solution. If one did, the stored steps would differ from
 * those of the line.
 */
const setRepaired = () => getDatabase().$executeRaw`
  update solution set revision = 2 where project_id = ${project.id}::uuid`

async function countStored() {
  const db = getDatabase()
  const where = { projectId: project.id }
  const counts = [
    db.problem.count({ where }),
    db.solution.count({ where }),
    db.stepOption.count({ where }),
    db.annotation.count({ where }),
    db.importBatch.count({ where: { ...where, state: 'done' } }),
  ]
  const [problems, solutions, options, annotations, imports] = await Promise.all(counts)
  return { problems, solutions, options, annotations, imports }
}

describe('lines of a solution whose steps were repaired in this project', () => {
  test('are rejected if their labels belong to the steps before the repair, and nothing of them is stored', async () => {
    await importLines(project, [line])
    await setRepaired()
    const rowsBefore = await countStored()
    expect(rowsBefore).toMatchObject({ solutions: 1, annotations: 1, imports: 1 })
    const lineErrors = [expect.objectContaining({ line: 1, location: 'label', reason })]
    await expect(importLines(project, [lineByOtherAnnotator])).rejects.toMatchObject({
      code: 'invalid_lines',
      details: { invalidLines: 1, lineErrors },
    })
    expect(await countStored()).toEqual(rowsBefore)
    const lines = [
      lineByOtherAnnotator,
      { ...lineByOtherAnnotator, question: { ...line.question, problem: 'Why?' } },
    ]
    const report = await importLines(project, lines, { onInvalidLines: 'skip' })
    const counts = { invalidLines: 1, problems: 1, solutions: 1, annotations: 1, duplicates: 0 }
    expect(report).toMatchObject({ ...counts, lineErrors })
    expect(await countStored()).toEqual({
      problems: 2,
      solutions: 2,
      annotations: 2,
      imports: 2,
      options: 2 * rowsBefore.options!,
    })
  })

  test('count as duplicates if they were imported before the repair', async () => {
    await importLines(project, [line])
    await setRepaired()
    expect(await importLines(project, [line])).toMatchObject({
      invalidLines: 0,
      duplicates: 1,
      solutions: 0,
      annotations: 0,
    })
  })

  test('count as duplicates if they are imported without their labels', async () => {
    await importLines(project, [line], { labels: 'drop' })
    await repair()
    expect(await importLines(project, [line], { labels: 'drop' })).toMatchObject({
      invalidLines: 0,
      duplicates: 1,
      solutions: 0,
      annotations: 0,
    })
  })
})

test('adds another annotator’s labels to a solution that was not repaired', async () => {
  await importLines(project, [line])
  expect(await importLines(project, [lineByOtherAnnotator])).toMatchObject({
    duplicates: 1,
    annotations: 1,
  })
})

test('rejects labels that the first import dropped if the solution has been repaired since then', async () => {
  await importLines(project, [line], { labels: 'drop' })
  await repair()
  await expect(importLines(project, [line])).rejects.toMatchObject({ code: 'invalid_lines' })
  expect(await readSolutions()).toMatchObject([
    { steps: ['One and two.\n\nThree.', 'Four.'], revision: 2, _count: { annotations: 0 } },
  ])
})
