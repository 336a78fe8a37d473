import { beforeEach, expect, test } from 'vitest'
import { hashAnswerPair } from '@/lib/answers/server/answer-pair-hash'
import { decideAnswerPair } from '@/lib/answers/server/commands'
import { overrideVerdict } from '@/lib/answers/server/solution-verdicts-commands'
import { importAnswers, readVerdict, readVerdicts } from '@/lib/answers/testing/answered-project'
import { storeLabelledAnnotation } from '@/lib/exports/server/testing/store-annotation'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { exportInStepmarkFormat } from './testing/project-plans'

useTestDatabase()

let project: TestProject
/**
 * An export of five labelled solutions: two with verdicts decided by a reviewer, one overridden, one
 * graded, and one with the verdict of the file.
 */
let text: string

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  await importAnswers(project, [
    ['p', '(1, 2)', [{ answer: '1, 2' }, { answer: '1, 2' }, { answer: '1, 2' }, { answer: '3' }]],
    ['q', '2', [{ answer: '2', isCorrect: false }]],
  ])
  await decide(project, 'correct')
  const { id: solution } = await readVerdict(project, 'p/2')
  const pair = { project: project.slug, solution, expected: null }
  const decision = { ...pair, verdict: 'wrong', note: 'No.' } as const
  await overrideVerdict.execute(project.admin, decision)
  const { userId } = await makeMember(project, 'annotator')
  for (const { id } of await readVerdicts(project))
    await storeLabelledAnnotation(
      project,
      { solutionId: id, userId },
      {
        flow: 'solution',
        stepCount: 2,
        ratings: [1, 1],
        flagged: [null, null],
        chosen: [0, 0],
        offered: [1, 1],
        finishReason: 'solution',
      },
    )
  text = await exportInStepmarkFormat(project)
})

const decide = ({ slug }: TestProject, verdict: 'correct' | 'wrong') =>
  decideAnswerPair.execute(project.admin, {
    project: slug,
    pair: hashAnswerPair('1, 2', '(1, 2)').toString('hex'),
    verdict,
    note: '',
    expected: null,
  })

test('imports the source of each verdict (grader, file or person) from an export, but not the person’s id', async () => {
  const before = await readVerdicts(project)
  expect(before.map(({ by }) => by)).toEqual(['person', 'person', 'person', 'grader', 'file'])
  const otherProject = await makeProject({}, project.admin)
  await importLines(otherProject, text)
  const after = await readVerdicts(otherProject)
  const withoutId = (rows: typeof before) =>
    rows.map(({ tier: _, pass: __, id: ___, ...row }) => ({ ...row, user: null }))
  expect(withoutId(after)).toEqual(withoutId(before))
  expect(after.map(({ user }) => user)).toEqual(after.map(() => null))
  expect(await exportInStepmarkFormat(otherProject)).toBe(text)
  const { overriddenAt, overrideNote } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: otherProject.id, externalId: 'p/2' },
    select: { overriddenAt: true, overrideNote: true },
  })
  expect(overriddenAt).not.toBeNull()
  expect(overrideNote).toBe('No.')
})

test('applies the project’s answer decisions to solutions that are imported from an export', async () => {
  const otherProject = await makeProject({}, project.admin)
  await importAnswers(otherProject, [['x', '(1, 2)', [{ answer: '1, 2' }]]])
  await decide(otherProject, 'wrong')
  await importLines(otherProject, text)
  expect(await readVerdict(otherProject, 'p/0')).toMatchObject({
    verdict: 'wrong',
    reason: 'Decided by a reviewer.',
    user: project.admin.userId,
  })
  expect(await readVerdict(otherProject, 'p/2')).toMatchObject({
    verdict: 'wrong',
    reason: 'Decided by a reviewer for this solution: No.',
    user: null,
  })
  expect(await readVerdict(otherProject, 'p/3')).toMatchObject({ by: 'grader' })
  expect(await readVerdict(otherProject, 'q/0')).toMatchObject({ by: 'file' })
})

test('a dry run of an import changes no verdicts', async () => {
  const line = {
    id: 'd',
    problem: 'What?',
    answer: '(1, 2)',
    samples: [{ id: 'd/0', steps: ['It is.'], answer: '1, 2' }],
  }
  const before = await readVerdicts(project)
  expect(await importLines(project, [line], { dryRun: true })).toMatchObject({ state: 'checked' })
  expect(await readVerdicts(project)).toEqual(before)
})
