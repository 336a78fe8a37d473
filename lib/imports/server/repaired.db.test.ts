import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { repairSteps } from '@/lib/review/server/commands'
import { importLines, makeProject, type MadeProject } from '@/prisma/seed/factories'

useTestDatabase()

const texts = ['One and two.', 'Three.', 'Four.']
const label = (text: string, rating: number) => ({
  completions: [
    { text, rating, flagged: null },
    { text: `${text} Or so.`, rating: 0, flagged: null },
  ],
  ...{ human_completion: null, chosen_completion: 0 },
})

/** A line of PRM800K's second phase. */
const line = {
  labeler: 'somebody',
  timestamp: '2022-07-30T23:23:32.118856',
  generation: 3,
  ...{ is_quality_control_question: false, is_initial_screening_question: false },
  question: {
    problem: 'How many?',
    ...{ ground_truth_solution: 'Count.', ground_truth_answer: '2' },
    ...{ pre_generated_steps: texts, pre_generated_answer: '3', pre_generated_verifier_score: 0.5 },
  },
  label: {
    steps: [label(texts[0]!, 1), label(texts[1]!, -1)],
    ...{ total_time: 1000, finish_reason: 'found_error' },
  },
}
const reason =
  'The steps of this solution were repaired here: labels of the old steps cannot be taken.'

const byAnother = { ...line, labeler: 'somebody else' }

let project: MadeProject

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
    ...{ project: project.slug, solution, revision: 1, change },
  })
}

/** No call repairs a solution that came with labels; should one ever, its steps are not those of its lines. */
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

describe('of a solution whose steps were repaired here', () => {
  test('labels of the old steps are refused, and nothing of their line is stored', async () => {
    await importLines(project, [line])
    await setRepaired()
    const before = await countStored()
    expect(before).toMatchObject({ solutions: 1, annotations: 1, imports: 1 })
    const problemsByLine = [expect.objectContaining({ line: 1, place: 'label', reason })]
    await expect(importLines(project, [byAnother])).rejects.toMatchObject({
      code: 'invalid_lines',
      details: { refused: 1, problemsByLine },
    })
    expect(await countStored()).toEqual(before)
    const lines = [byAnother, { ...byAnother, question: { ...line.question, problem: 'Why?' } }]
    const report = await importLines(project, lines, { take: 'valid-lines' })
    const counts = { refused: 1, problems: 1, solutions: 1, annotations: 1, repeated: 0 }
    expect(report).toMatchObject({ ...counts, problemsByLine })
    expect(await countStored()).toEqual({
      ...{ problems: 2, solutions: 2, annotations: 2, imports: 2 },
      options: 2 * before.options!,
    })
  })

  test('a line that is here with its labels is repeated', async () => {
    await importLines(project, [line])
    await setRepaired()
    expect(await importLines(project, [line])).toMatchObject({
      ...{ refused: 0, repeated: 1, solutions: 0, annotations: 0 },
    })
  })

  test('so is one whose labels are left out', async () => {
    await importLines(project, [line], { labels: 'leave-out' })
    await repair()
    expect(await importLines(project, [line], { labels: 'leave-out' })).toMatchObject({
      ...{ refused: 0, repeated: 1, solutions: 0, annotations: 0 },
    })
  })
})

test('labels of steps that are as they came are taken', async () => {
  await importLines(project, [line])
  expect(await importLines(project, [byAnother])).toMatchObject({ repeated: 1, annotations: 1 })
})

test('labels that were left out are refused once the steps were repaired', async () => {
  await importLines(project, [line], { labels: 'leave-out' })
  await repair()
  await expect(importLines(project, [line])).rejects.toMatchObject({ code: 'invalid_lines' })
  expect(await readSolutions()).toMatchObject([
    { steps: ['One and two.\n\nThree.', 'Four.'], revision: 2, _count: { annotations: 0 } },
  ])
})
