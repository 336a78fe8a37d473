import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import {
  makeGoldProject,
  makeRatingsWithFirstError,
  submitGoldAnswer,
} from '@/lib/gold/testing/gold-answers'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { explainOwnGoldAnswers, getOwnPerformance } from './own-performance'

useTestDatabase()

const explains = { explainsGold: true, pauseBelow: null }
const wrongRatings = { ratings: makeRatingsWithFirstError(2) }

test('an annotator’s own performance does not reveal gold if the project does not explain it', async () => {
  const { project, person, gold } = await makeGoldProject(3)
  const key = { project: project.slug }
  const before = await getOwnPerformance.execute(person, key)
  await submitGoldAnswer(project, person, { solution: gold[0]!, ...wrongRatings })
  await submitGoldAnswer(project, person, { solution: gold[1]!, ...wrongRatings, purpose: 'work' })
  const after = await getOwnPerformance.execute(person, key)
  expect(after).toEqual({
    ...before,
    work: { ...before.work, annotations: 2, activeMs: 3_000 },
  })
  expect(after.gold).toBeNull()
  expect(await explainOwnGoldAnswers.execute(person, key)).toEqual({ explained: [] })
})

describe('in a project that explains gold', () => {
  test('an answer to gold is explained as soon as it can no longer be reopened', async () => {
    const { project, person, gold } = await makeGoldProject(4, explains)
    const key = { project: project.slug }
    await getDatabase().$executeRaw`
      update gold_item set explanation = 'It is odd.' where project_id = ${project.id}::uuid`
    const first = await submitGoldAnswer(project, person, { solution: gold[0]!, ...wrongRatings })
    expect(await explainOwnGoldAnswers.execute(person, key)).toEqual({ explained: [] })
    expect((await getOwnPerformance.execute(person, key)).gold).toMatchObject({ answers: 0 })
    await submitGoldAnswer(project, person, {
      solution: gold[1]!,
      ratings: makeRatingsWithFirstError(1),
      purpose: 'work',
    })
    const expected = {
      annotation: first,
      score: 'verdict',
      answer: 2,
      firstErrors: [0],
      explanation: 'It is odd.',
      problem: 'Problem 0000',
      finishReason: 'found_error',
      submittedAt: expect.any(String) as string,
    }
    expect(await explainOwnGoldAnswers.execute(person, key)).toEqual({ explained: [expected] })
    expect(await explainOwnGoldAnswers.execute(person, key)).toEqual({ explained: [] })
    expect((await getOwnPerformance.execute(person, key)).gold).toMatchObject({
      answers: 1,
      exact: 0,
      mistakes: [expected],
    })
  })

  test('the annotator’s latest answer is explained after ten minutes', async () => {
    const { project, person, gold } = await makeGoldProject(1, explains)
    await submitGoldAnswer(project, person, {
      solution: gold[0]!,
      ...wrongRatings,
      secondsAgo: 601,
    })
    const { explained } = await explainOwnGoldAnswers.execute(person, { project: project.slug })
    expect(explained).toHaveLength(1)
  })

  test('a repeated call with the same idempotency key gets the same explanations', async () => {
    const { project, person, gold } = await makeGoldProject(1, explains)
    const annotation = await submitGoldAnswer(project, person, {
      solution: gold[0]!,
      ...wrongRatings,
      secondsAgo: 601,
    })
    const callOptions = { idempotencyKey: randomUUID() }
    for (let call = 1; call <= 2; call += 1)
      expect(
        await explainOwnGoldAnswers.execute(person, { project: project.slug }, callOptions),
      ).toMatchObject({ explained: [{ annotation }] })
  })

  test('an answer to gold can’t be reopened after it was explained', async () => {
    const { project, person, gold } = await makeGoldProject(3, explains)
    const key = { project: project.slug }
    const first = await submitGoldAnswer(project, person, {
      solution: gold[0]!,
      ...wrongRatings,
      secondsAgo: 9,
    })
    const second = await submitGoldAnswer(project, person, { solution: gold[1]!, ...wrongRatings })
    await explainOwnGoldAnswers.execute(person, key)
    // The second answer is reopened, so that the first is the last submission again.
    await reopenAnnotation.execute(person, { ...key, annotation: second })
    await expect(
      reopenAnnotation.execute(person, { ...key, annotation: first }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('an admin does not get the explanations of an annotator’s answers', async () => {
    const { project, person, gold } = await makeGoldProject(1, explains)
    await submitGoldAnswer(project, person, {
      solution: gold[0]!,
      ...wrongRatings,
      secondsAgo: 601,
    })
    expect(await explainOwnGoldAnswers.execute(project.admin, { project: project.slug })).toEqual({
      explained: [],
    })
  })
})
