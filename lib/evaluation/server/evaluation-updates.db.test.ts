import { beforeEach, describe, expect, test } from 'vitest'
import { makeDoublyAnnotatedSolutions } from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { automaticRetryDelayMs } from '@/lib/jobs/stored-result'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { returnAnnotation } from '@/lib/reviews/server/commands'
import { getAnnotation, listAnnotations } from '@/lib/reviews/server/queries'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { maxRunningEvaluations } from '../contract'
import { cancelEvaluation, startEvaluation } from './commands'
import { recordEvaluationFailure, runEvaluationJob } from './jobs'
import { getEvaluation, listEvaluations } from './queries'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const start = (input: Record<string, unknown> = {}, person: Person = project.admin) =>
  startEvaluation.execute(
    person,
    startEvaluation.contract.input.parse({ project: project.slug, ...input }),
  )
/** Starts an evaluation as a page does when it opens. */
const startIfOutdated = (person?: Person) => start({ onlyIfOutdated: true }, person)
const read = (evaluation: string, person: Person = project.admin) =>
  getEvaluation.execute(person, { project: project.slug, evaluation })
const list = () => listEvaluations.execute(project.admin, { project: project.slug })

async function readPayload(evaluation: string) {
  const { attempt } = await getDatabase().evaluation.findFirstOrThrow({
    where: { projectId: project.id, id: evaluation },
    select: { attempt: true },
  })
  return { projectId: project.id, evaluationId: evaluation, attempt }
}

/** Runs the evaluation's job as a worker does. */
const run = async (evaluation: string) =>
  runEvaluationJob(await readPayload(evaluation), new AbortController().signal)

async function evaluate(): Promise<string> {
  const { evaluation } = await start()
  await run(evaluation)
  return evaluation
}

describe('concurrent requests for an evaluation', () => {
  test('start only one evaluation', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => startIfOutdated()))
    expect(new Set(replies.map(({ evaluation }) => evaluation)).size).toBe(1)
    expect((await list()).evaluations).toHaveLength(1)
  })

  test('start another evaluation for other options, up to a limit', async () => {
    const first = await start()
    const second = await start({ neutral: 'negative' })
    expect(second.evaluation).not.toBe(first.evaluation)
    for (let i = 2; i < maxRunningEvaluations; i++)
      await getDatabase().$executeRaw`
        insert into evaluation (project_id, id, user_id, options, attempt)
        values (${project.id}::uuid, gen_random_uuid(), ${project.admin.userId}::uuid, '{}', 1)`
    await expect(start({ aggregation: 'last' })).rejects.toMatchObject({ code: 'conflict' })
    expect((await start()).evaluation).toBe(first.evaluation)
  })
})

describe('updates of the stored evaluation', () => {
  test('opening the page returns the stored result while it is up to date', async () => {
    const evaluation = await evaluate()
    const reply = await startIfOutdated()
    expect(reply).toMatchObject({ evaluation, state: 'done', isOutdated: false })
    expect(reply.result).not.toBeNull()
  })

  test('a start requested by a user always computes again', async () => {
    const evaluation = await evaluate()
    expect((await start()).evaluation).not.toBe(evaluation)
  })

  test('new annotations make a result outdated', async () => {
    const evaluation = await evaluate()
    await makeDoublyAnnotatedSolutions(project, { count: 1, differing: 0 })
    await getDatabase().$executeRaw`
      update annotation set submitted_at = now() where project_id = ${project.id}::uuid`
    expect(await read(evaluation)).toMatchObject({ isOutdated: true })
    expect((await startIfOutdated()).evaluation).not.toBe(evaluation)
  })

  test('an import makes a result outdated', async () => {
    const evaluation = await evaluate()
    await importLines(project, [
      {
        id: 'a',
        problem: 'What is $1 + 1$?',
        answer: '2',
        samples: [{ id: 'a/0', steps: ['2.'] }],
      },
    ])
    expect(await read(evaluation)).toMatchObject({ isOutdated: true })
  })

  test('a returned annotation makes a result outdated', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 1, differing: 0 })
    const evaluation = await evaluate()
    expect(await read(evaluation)).toMatchObject({ isOutdated: false })
    const { annotations } = await listAnnotations.execute(project.admin, {
      project: project.slug,
      limit: 1,
    })
    const key = { project: project.slug, annotation: annotations[0]!.annotation }
    const { version } = await getAnnotation.execute(project.admin, key)
    await returnAnnotation.execute(project.admin, {
      ...key,
      version,
      note: 'Look again.',
    })
    expect(await read(evaluation)).toMatchObject({ isOutdated: true })
  })

  test('changes of another project do not make a result outdated', async () => {
    const evaluation = await evaluate()
    const otherProject = await makeProject({}, project.admin)
    await importLines(otherProject, [
      {
        id: 'a',
        problem: 'What is $1 + 1$?',
        answer: '2',
        samples: [{ id: 'a/0', steps: ['2.'] }],
      },
    ])
    expect(await read(evaluation)).toMatchObject({ isOutdated: false })
  })

  test('opening the page restarts a failed evaluation only after a delay', async () => {
    const { evaluation } = await startIfOutdated()
    await recordEvaluationFailure(await readPayload(evaluation))
    expect(await startIfOutdated()).toMatchObject({ evaluation, state: 'failed' })
    await getDatabase().evaluation.updateMany({
      where: { projectId: project.id, id: evaluation },
      data: { finishedAt: new Date(Date.now() - automaticRetryDelayMs - 1_000) },
    })
    const retry = await startIfOutdated()
    expect(retry).toMatchObject({ state: 'running' })
    expect(retry.evaluation).not.toBe(evaluation)
  })

  test('opening the page does not restart a cancelled evaluation', async () => {
    const { evaluation } = await startIfOutdated()
    await cancelEvaluation.execute(project.admin, { project: project.slug, evaluation })
    expect(await startIfOutdated()).toMatchObject({ evaluation, state: 'cancelled' })
    expect(await start()).toMatchObject({ state: 'running' })
  })
})

describe('permissions for evaluations', () => {
  test('reviewers can start and read evaluations; annotators can do neither', async () => {
    const reviewer = await makeMember(project, 'reviewer')
    const annotator = await makeMember(project, 'annotator')
    const { evaluation } = await startIfOutdated(reviewer)
    expect(await read(evaluation, reviewer)).toMatchObject({ state: 'running' })
    await expect(startIfOutdated(annotator)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(read(evaluation, annotator)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('people outside the project can’t start or read evaluations', async () => {
    const { evaluation } = await startIfOutdated()
    const outsider = await makeMember(await makeProject({}, project.admin), 'reviewer')
    await expect(startIfOutdated(outsider)).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(evaluation, outsider)).rejects.toMatchObject({ code: 'not_found' })
  })
})
