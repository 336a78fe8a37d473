import { beforeEach, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { formatStoredSelectionReason } from '@/lib/queue/selection-reason'
import { listQueue } from '@/lib/queue/server/list-queue'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'
import { updateQueueForProblems } from './update-queue-for-problems.sql'

useTestDatabase()

const untilWaiting = { timeout: 15_000 }

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const line = (
  id: string,
  referenceAnswer: string | null,
  answer: string | null,
  isCorrect?: boolean,
) => ({
  id,
  problem: `Problem ${id}`,
  ...(referenceAnswer === null ? {} : { answer: referenceAnswer }),
  samples: [
    {
      id,
      steps: ['First.', `Last of ${id}.`],
      score: 0.5,
      ...(answer === null ? {} : { answer }),
      ...(isCorrect === undefined ? {} : { is_correct: isCorrect }),
    },
  ],
})

interface QueuedItem {
  name: string
  tier: number
  reason: string
}

async function readItems(): Promise<QueuedItem[]> {
  return getDatabase().$queryRaw<QueuedItem[]>`
    select s.external_id as name, q.tier::int, q.reason from queue_item q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
    where q.project_id = ${project.id}::uuid order by s.external_id`
}

const problemIds = async () =>
  (
    await getDatabase().problem.findMany({ where: { projectId: project.id }, select: { id: true } })
  ).map(({ id }) => id)

test('the reason of a queue item says whether its answer is wrong, correct or unsure, or which answer is missing', async () => {
  await importLines(project, [
    line('a', '(1, 2)', '1, 2'),
    line('b', '2', null),
    line('c', null, '2'),
    line('d', '2', '3'),
    line('e', '2', '2'),
    line('f', '2', null, false),
  ])
  const reasons = (await readItems()).map(({ reason }) => formatStoredSelectionReason(reason))
  expect(reasons).toEqual([
    ...['unsure answer', 'no final answer', 'no reference answer'],
    ...[
      'highest-scored wrong answer to its problem',
      'correct answer',
      'highest-scored wrong answer to its problem',
    ],
  ])
})

test('of solutions with duplicate texts, only the highest-scored is queued, unless one is queued already', async () => {
  const makeDuplicate = (id: string, score: number | null) => ({
    id,
    steps: ['First.', 'Last.'],
    answer: '3',
    ...(score === null ? {} : { score }),
  })
  const importDuplicates = (...samples: object[]) =>
    importLines(project, [{ id: 'p', problem: 'Problem p', answer: '2', samples }])
  await importDuplicates(makeDuplicate('a', null), makeDuplicate('b', 0.4), makeDuplicate('c', 0.9))
  expect(await readItems()).toMatchObject([{ name: 'c', tier: 1 }])
  await importDuplicates(makeDuplicate('d', 0.99))
  expect(await readItems()).toMatchObject([{ name: 'c', tier: 1 }])
})

test('solutions without a score are ranked by the product of their step scores, if these are probabilities', async () => {
  const importScored = (id: string, scores: object) =>
    importLines(project, [
      {
        id,
        problem: `Problem ${id}`,
        answer: '2',
        samples: [{ id, steps: ['First.', `Last of ${id}.`], answer: '3', ...scores }],
      },
    ])
  await importScored('a', { step_scores: [0.5, 0.5] })
  await importScored('b', { score: 0.3, step_scores: [1, 1] })
  const triples = [
    [0.1, 0.4, 0.5],
    [0, 0, 1],
  ]
  await importScored('c', { step_scores: triples })
  await importScored('d', { step_scores: [0, 1] })
  await importScored('e', { step_scores: [1.5, 1] })
  const { items } = await listQueue.execute(project.admin, { project: project.slug, limit: 10 })
  expect(items.map(({ externalId, score }) => [externalId, score && +score.toFixed(12)])).toEqual([
    ...[
      ['c', 0.9],
      ['b', 0.3],
      ['a', 0.25],
      ['d', 0],
    ],
    ['e', null],
  ])
  expect(await readItems()).toMatchObject([1, 1, 1, 1, 2].map((tier) => ({ tier })))
})

test('an item that is claimed while an import ranks the queue keeps its position', async () => {
  await importLines(project, [line('a', '2', '3'), line('b', '2', '3')])
  const before = await readItems()
  const db = getDatabase()
  await db.$executeRaw`
    update solution set verdict = 'correct' where project_id = ${project.id}::uuid`
  const ids = await problemIds()
  const { ranking } = await runWhileLocked(
    (tx) => tx.$executeRaw`
      update queue_item q set leased = 1 from solution s
      where q.project_id = ${project.id}::uuid and s.project_id = q.project_id
        and s.id = q.solution_id and s.external_id = 'a'`,
    async () => {
      const ranking = db.$transaction((tx) =>
        updateQueueForProblems(
          tx,
          { id: project.id, flow: 'solution', overlap: 1 },
          { problemIds: ids },
        ),
      )
      await Promise.race([
        ranking,
        vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), untilWaiting),
      ])
      return { ranking }
    },
  )
  await ranking
  const after = await readItems()
  expect(after[0]).toEqual(before[0])
  expect(after[1]).toMatchObject({ tier: 3 })
})
