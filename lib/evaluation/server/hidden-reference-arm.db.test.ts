import { expect, test } from 'vitest'
import { storeLabelledAnnotation } from '@/lib/exports/server/testing/store-annotation'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { startEvaluation } from './commands'
import { runEvaluationJob } from './jobs'
import { getEvaluation } from './queries'

useTestDatabase()

async function evaluate(project: TestProject) {
  const { evaluation } = await startEvaluation.execute(
    project.admin,
    startEvaluation.contract.input.parse({ project: project.slug }),
  )
  const payload = { projectId: project.id, evaluationId: evaluation, attempt: 1 }
  await runEvaluationJob(payload, new AbortController().signal)
  const call = { project: project.slug, evaluation }
  return (await getEvaluation.execute(project.admin, call)).result!
}

/** Stores an annotation by a new annotator in this arm. */
async function label(
  project: TestProject,
  externalId: string,
  ratings: Rating[],
  arm: { answerShown: boolean; hiddenReferenceShare: number | null; isQualityControl?: boolean },
) {
  const { userId } = await makeMember(project, 'annotator')
  const { id: solutionId } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id, externalId },
    select: { id: true },
  })
  const repeatForSteps = <T>(value: T) => ratings.map(() => value)
  const id = await storeLabelledAnnotation(
    project,
    { solutionId, userId },
    {
      flow: 'solution',
      stepCount: 3,
      ratings,
      flagged: repeatForSteps(null),
      chosen: repeatForSteps(0),
      offered: repeatForSteps(1),
      finishReason: ratings.at(-1) === -1 ? 'found_error' : 'solution',
    },
  )
  await getDatabase().annotation.updateMany({ where: { projectId: project.id, id }, data: arm })
}

const steps = ['One.', 'Two.', 'Three.']
const withAnswer = { id: 'a', problem: 'How many?', answer: '2' }

test('an evaluation compares annotations with a hidden and with a visible reference answer', async () => {
  const project = await makeProject()
  await importLines(project, [
    { ...withAnswer, samples: [{ id: 'wrong', steps, answer: '3' }] },
    { id: 'b', problem: 'And then?', samples: [{ id: 'open', steps }] },
    { id: 'c', problem: 'Gold?', answer: '2', samples: [{ id: 'gold', steps, answer: '2' }] },
  ])
  const { id: gold } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id, externalId: 'gold' },
    select: { id: true },
  })
  await getDatabase().goldItem.create({
    data: { projectId: project.id, solutionId: gold, firstErrors: [1] },
    select: { solutionId: true },
  })
  const visibleArm = { answerShown: true, hiddenReferenceShare: 0.5 }
  const hiddenArm = { answerShown: false, hiddenReferenceShare: 0.5 }
  await label(project, 'wrong', [1, -1], visibleArm)
  await label(project, 'wrong', [1, 1, -1], hiddenArm)
  await label(project, 'wrong', [1, 1, 1], hiddenArm)
  await label(project, 'gold', [1, -1], { ...visibleArm, isQualityControl: true })
  await label(project, 'gold', [-1], { ...hiddenArm, isQualityControl: true })
  // Excluded: work on a solution that is gold now, a problem without a reference answer, and an annotation that was not
  // assigned to an arm.
  await label(project, 'gold', [1, 1, -1], hiddenArm)
  await label(project, 'open', [-1], hiddenArm)
  await label(project, 'wrong', [-1], { answerShown: false, hiddenReferenceShare: null })
  expect((await evaluate(project)).hiddenReference).toMatchObject({
    annotations: { visible: 2, hidden: 3 },
    problems: 2,
    people: 5,
    errorRate: {
      visible: { value: 1 },
      hidden: { value: 0.5 },
      observations: { visible: 1, hidden: 2 },
    },
    errorRateOnWrong: { hidden: { value: 0.5 } },
    firstError: { visible: { value: 2 }, hidden: { value: 3 } },
    exactOnGold: { visible: { value: 1 }, hidden: { value: 0 } },
    secondsPerStep: { visible: { value: 84 / 4 } },
  })
})

test('an evaluation has no comparison of arms without annotations in the hidden-reference arm', async () => {
  const project = await makeProject()
  await importLines(project, [{ ...withAnswer, samples: [{ id: 'wrong', steps, answer: '3' }] }])
  await label(project, 'wrong', [1, -1], { answerShown: true, hiddenReferenceShare: 0.5 })
  expect((await evaluate(project)).hiddenReference).toBeNull()
})
