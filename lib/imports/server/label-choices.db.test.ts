import { beforeEach, describe, expect, test } from 'vitest'
import { withdrawAdjudication } from '@/lib/adjudication/server/commands'
import { adjudicateTestSolution } from '@/lib/adjudication/testing/adjudicate'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { exportAnnotations } from '@/lib/exports/server/queries'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { countRowsByKind } from './testing/project-plans'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject()
})

const prm800k =
  '{"labeler": "ada", "timestamp": "2022-07-30T23:23:32.118856", "generation": 3, "is_quality_control_question": false, ' +
  '"is_initial_screening_question": false, "question": {"problem": "How many?", "ground_truth_solution": null, ' +
  '"ground_truth_answer": "2", "pre_generated_steps": ["One and one.", "So 3."], "pre_generated_answer": "3", ' +
  '"pre_generated_verifier_score": 0.5}, "label": {"steps": [{"completions": [{"text": "One and one.", "rating": 1, ' +
  '"flagged": null}], "human_completion": null, "chosen_completion": 0}, {"completions": [{"text": "So 3.", "rating": -1, ' +
  '"flagged": null}, {"text": "So 2.", "rating": 1, "flagged": false}], "human_completion": null, ' +
  '"chosen_completion": null}], "total_time": 42000, "finish_reason": "found_error"}}'

const files: Record<string, string> = {
  prm800k,
  'math-shepherd': JSON.stringify({
    input: 'How many? Step 1: One. ки\nStep 2: Three. ки',
    label: 'How many? Step 1: One. +\nStep 2: Three. -',
    task: 'own',
  }),
  'mr-ben': JSON.stringify({
    Question_UUID: 'q',
    Subject: 'arithmetic',
    Question: 'How many?',
    Options: 'A: 2\nB: 3',
    Ground_Truth_Answer: 'A',
    Sampled_Model: 'my-7b',
    Model_Solution_Steps: ['Step 1: One.', 'Step 2: Three.', 'Solution: Choice_B'],
    Model_Solution_Correctness: 'incorrect',
    Model_Solution_First_Error_Step: '2',
    Model_Solution_Error_Reason: 'One and one are two.',
  }),
  'big-bench-mistake': JSON.stringify({
    input: '(1 + 1) =',
    steps: ['1 + 1 = 3.', 'So 3'],
    answer: '3',
    target: '2',
    mistake_index: 0,
  }),
  'trl-stepwise': JSON.stringify({
    prompt: 'How many?',
    completions: ['One.', 'Three.'],
    labels: [true, false],
  }),
  processbench: JSON.stringify({
    id: 'p-0',
    generator: 'my-7b',
    problem: 'How many?',
    steps: ['One.', 'Three.'],
    final_answer_correct: false,
    label: 1,
  }),
}

const orders = [
  ['keep', 'gold', 'drop'],
  ['keep', 'drop', 'gold'],
  ['gold', 'keep', 'drop'],
  ['gold', 'drop', 'keep'],
  ['drop', 'keep', 'gold'],
  ['drop', 'gold', 'keep'],
] as const

describe.each(Object.entries(files))(
  'a file of %s that is imported three times',
  (format, file) => {
    // What happens to the labels does not depend on the format, so one format is imported in every order.
    test.each(orders.filter((_, i) => isFullTestRun || format === 'prm800k' || i % 3 === 0))(
      'with labels %s, then %s, then %s, stores the solution only once',
      async (...order) => {
        let isQueued = false
        for (const [i, labels] of order.entries()) {
          const reply = await importLines(project, file, { labels })
          expect(reply).toMatchObject({
            formats: format,
            problems: i === 0 ? 1 : 0,
            solutions: i === 0 ? 1 : 0,
            duplicates: i === 0 ? 0 : 1,
            queued: i === 0 && labels === 'drop' ? 1 : 0,
            annotations: labels === 'keep' ? 1 : 0,
            gold: labels === 'gold' ? 1 : 0,
          })
          isQueued = labels === 'drop' ? i === 0 || isQueued : false
          expect(await countRowsByKind(project)).toMatchObject({
            solutions: 1,
            queued: isQueued ? 1 : 0,
          })
        }
        const isPrm800k = format === 'prm800k'
        expect(await countRowsByKind(project)).toMatchObject({
          problems: 1,
          solutions: 1,
          annotations: 1,
          gold: 1,
          queued: 0,
          options: isPrm800k ? 1 : 0,
          optionRatings: isPrm800k ? 1 : 0,
        })
        if (!isPrm800k) return
        const reply = await exportAnnotations.execute(project.admin, {
          project: project.slug,
          includeQualityControl: true,
          format: 'prm800k',
          labels: 'all',
          events: false,
        })
        expect(await readReplyLines(reply)).toEqual([prm800k])
      },
    )
  },
)

test('gold from an adjudication comes from an import with the same first errors, and outlives the adjudication', async () => {
  const file = files.processbench!
  await importLines(project, file, { labels: 'drop' })
  const { id: solution } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
  })
  const reviewer = await makeMember(project, 'reviewer')
  const { adjudication } = await adjudicateTestSolution(project, reviewer, solution, [1, -1], {
    gold: true,
  })
  expect(await importLines(project, file, { labels: 'gold' })).toMatchObject({ gold: 0 })
  const reply = await withdrawAdjudication.execute(reviewer, {
    project: project.slug,
    adjudication,
  })
  expect(reply.endedGold).toBe(false)
  expect(await getDatabase().goldItem.findMany({ where: { projectId: project.id } })).toMatchObject(
    [
      {
        origin: 'imported',
        firstErrors: [1],
        userId: null,
        importId: expect.any(String) as string,
      },
    ],
  )
})

test('adds labels to a step-choice solution that was imported without them', async () => {
  project = await makeProject({ flow: 'step_choice' })
  const line = JSON.parse(prm800k) as { question: object; label: { steps: object[] } }
  line.question = { problem: 'How many?', ground_truth_answer: '2' }
  expect(await importLines(project, [line], { labels: 'drop' })).toMatchObject({ queued: 1 })
  expect(await importLines(project, [line])).toMatchObject({ solutions: 0, annotations: 1 })
  expect(await importLines(project, [line], { labels: 'drop' })).toMatchObject({
    solutions: 0,
  })
  expect(await countRowsByKind(project)).toMatchObject({ solutions: 1, options: 3, queued: 0 })
})

test('keeps an annotator’s lease when labels are imported for the leased solution', async () => {
  await importLines(project, prm800k, { labels: 'drop' })
  const annotator = await makeMember(project, 'annotator')
  const claim = await claimNext.execute(annotator, { project: project.slug, prefetch: false })
  expect(claim.kind).toBe('solution')
  expect(await importLines(project, prm800k)).toMatchObject({ solutions: 0, annotations: 1 })
  const items = await getDatabase().queueItem.findMany({ where: { projectId: project.id } })
  expect(items).toMatchObject([{ leased: 1, done: 0 }])
})

test('leaves the queue unchanged after a rejected import', async () => {
  await importLines(project, prm800k, { labels: 'drop' })
  await expect(importLines(project, `${prm800k}\n{}`)).rejects.toMatchObject({
    code: 'invalid_lines',
  })
  expect(await countRowsByKind(project)).toMatchObject({ annotations: 0, queued: 1 })
})
