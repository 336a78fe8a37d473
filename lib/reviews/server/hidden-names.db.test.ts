import { expect, test } from 'vitest'
import { adjudicateTestSolution } from '@/lib/adjudication/testing/adjudicate'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { previewAffectedAnnotations } from '@/lib/questions/server/affected-annotations-commands'
import { askQuestion, dismissQuestions } from '@/lib/questions/server/commands'
import { getDecision } from '@/lib/questions/server/decisions-queries'
import {
  getQuestionStep,
  listQuestions,
  listDismissedQuestions,
} from '@/lib/questions/server/queries'
import {
  makeAnnotatorWhoReadGuideline,
  labelNextSolutionWithNotes,
  makeQuestionsProject,
  publishNewDecision,
} from '@/lib/questions/testing/questions-project'
import { getSolutionSplit, listSplitReports, previewRepair } from '@/lib/splits/server/queries'
import type { TestProject } from '@/prisma/seed/factories'

useTestDatabase()

interface Fixture {
  project: TestProject
  reviewer: Person
  solution: string
}

/** Two annotations that disagree at the second step: both have a question about it, and one reports a bad split. */
async function makeDisagreement() {
  const { project, reviewer } = await makeQuestionsProject(['p'], { hidesAnnotatorNames: true })
  const [ada, ben] = [
    await makeAnnotatorWhoReadGuideline(project, 'Ada Lind'),
    await makeAnnotatorWhoReadGuideline(project, 'Ben Ito'),
  ]
  const submission = await labelNextSolutionWithNotes(project, ada, [
    [0, 'Why?', 'comment'],
    [1, 'Units?'],
    [2, 'Cut badly', 'bad_split'],
  ])
  await labelNextSolutionWithNotes(project, ben, [[1, 'Is it?']], [1, -1])
  const { solution, annotation } = submission
  const dismissed = { annotation, step: 0, option: 0, kind: 'comment' as const, text: 'Why?' }
  await dismissQuestions.execute(reviewer, {
    project: project.slug,
    questions: [dismissed],
    note: 'No.',
  })
  await publishNewDecision(project, reviewer, {
    solution,
    step: 1,
    questions: [{ annotation, step: 1, option: 0, kind: 'flag', text: 'Units?' }],
  })
  return { project, reviewer, solution, ada, ben }
}

/** Every reply that could name an annotator, except the comparison and the list of annotations. */
async function readReplies({ project, reviewer, solution }: Fixture) {
  const key = { project: project.slug, solution }
  const decisionKey = { project: project.slug, decision: 1 }
  const change = { kind: 'merge' as const, step: 0, through: 1 }
  const page = { project: project.slug, page: 1, limit: 20 }
  const filter = previewAffectedAnnotations.contract.input.parse({
    ...decisionKey,
    sameSolution: true,
  })
  return {
    questions: await listQuestions.execute(reviewer, { ...page, order: 'newest' }),
    step: await getQuestionStep.execute(reviewer, { ...key, step: 1 }),
    dismissed: await listDismissedQuestions.execute(reviewer, page),
    decision: await getDecision.execute(reviewer, decisionKey),
    affected: await previewAffectedAnnotations.execute(reviewer, filter),
    reports: await listSplitReports.execute(reviewer, { project: project.slug, limit: 20 }),
    split: await getSolutionSplit.execute(reviewer, key),
    repair: await previewRepair.execute(reviewer, { ...key, revision: 1, change }),
  }
}

test('names of annotators who disagree are hidden in questions, decisions and split reports until adjudication', async () => {
  const fixture = await makeDisagreement()
  const { ada, ben } = fixture
  for (const [name, reply] of Object.entries(await readReplies(fixture))) {
    expect([name, JSON.stringify(reply)]).not.toEqual([name, expect.stringMatching(/Ada|Ben/)])
    for (const { userId } of [ada, ben]) expect(JSON.stringify(reply)).not.toContain(userId)
  }
  await adjudicateTestSolution(fixture.project, fixture.reviewer, fixture.solution, [1, -1])
  const { affected, ...decidedReplies } = await readReplies(fixture)
  for (const [name, reply] of Object.entries(decidedReplies))
    expect([name, JSON.stringify(reply)]).toEqual([name, expect.stringMatching(/Ada|Ben/)])
  // An adjudicated solution has no names in these lists.
  expect(affected.listed).toEqual([])
})

test('names are shown if the project does not hide them', async () => {
  const fixture = await makeDisagreement()
  await getDatabase().project.update({
    where: { id: fixture.project.id },
    data: { hidesAnnotatorNames: false },
  })
  for (const [name, reply] of Object.entries(await readReplies(fixture)))
    expect([name, JSON.stringify(reply)]).toEqual([name, expect.stringMatching(/Ada|Ben/)])
})

test('the name of a reviewer who asks a question is always shown', async () => {
  const fixture = await makeDisagreement()
  const { project, reviewer, solution } = fixture
  const input = { project: project.slug, solution, revision: 1, step: 2, text: 'One step or two?' }
  await askQuestion.execute(reviewer, askQuestion.contract.input.parse(input))
  const { questions } = await readReplies(fixture)
  const named = questions.steps.flatMap(({ questions }) =>
    questions.map(({ kind, person }) => [kind, person]),
  )
  expect(Object.fromEntries(named)).toEqual({ flag: null, reviewer: 'Rui' })
})
