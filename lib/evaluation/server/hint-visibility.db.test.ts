import { expect, test } from 'vitest'
import { getWork } from '@/lib/annotations/server/queries'
import type { Person } from '@/lib/auth/actor'
import { operations } from '@/lib/http/server/operations'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { startEvaluation } from './commands'
import { runEvaluationJob } from './jobs'

useTestDatabase()

/** Matches only the text of hints. */
const hintPattern = /left side is|here, but .* in step/

async function makeEvaluatedProject(): Promise<{ project: TestProject; evaluation: string }> {
  const project = await makeProject()
  const line = {
    id: 'a',
    problem: 'What is $2 + 2$?',
    answer: '4',
    samples: [
      { id: 'a/0', steps: ['So $2 + 2 = 5$.', 'It is 5.'], answer: '5', step_scores: [0.99, 0.9] },
    ],
  }
  await importLines(project, [line])
  const input = startEvaluation.contract.input.parse({ project: project.slug })
  const { evaluation } = await startEvaluation.execute(project.admin, input)
  const key = { projectId: project.id, evaluationId: evaluation, attempt: 1 }
  await runEvaluationJob(key, new AbortController().signal)
  return { project, evaluation }
}

/** The replies of all queries that need no input beyond the project and `extraInput`, as one text. */
async function readAll(person: Person, project: TestProject, extraInput: Record<string, unknown>) {
  const replies: string[] = []
  for (const operation of operations) {
    if (operation.kind !== 'query') continue
    const input = operation.contract.input.safeParse({ project: project.slug, ...extraInput })
    const projectInput = operation.contract.input.safeParse({ project: project.slug })
    for (const candidateInput of [input, projectInput])
      if (candidateInput.success)
        try {
          replies.push(JSON.stringify(await operation.execute(person, candidateInput.data)))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
  }
  return replies.join('\n')
}

test('reviewers can read arithmetic hints, and no query returns them to annotators', async () => {
  const { project, evaluation } = await makeEvaluatedProject()
  const [reviewer, annotator] = [
    await makeMember(project, 'reviewer'),
    await makeMember(project, 'annotator'),
  ]
  const solution = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  expect(await readAll(reviewer, project, { evaluation })).toMatch(hintPattern)
  const claimed = await claimNext.execute(
    annotator,
    claimNext.contract.input.parse({ project: project.slug }),
  )
  if (claimed.kind !== 'solution') throw new Error(claimed.kind)
  const work = await getWork.execute(annotator, { project: project.slug, lease: claimed.lease.id })
  expect(JSON.stringify(work)).toContain('2 + 2')
  const replies = await Promise.all(
    [{ evaluation }, { solution: solution.id }, { lease: claimed.lease.id }].map((extraInput) =>
      readAll(annotator, project, extraInput),
    ),
  )
  expect(`${JSON.stringify([claimed, work])}${replies.join('\n')}`).not.toMatch(hintPattern)
})
