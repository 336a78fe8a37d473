import { expect, test } from 'vitest'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { isReferenceAnswerShown } from './hidden-reference'
import { getWork } from './queries'

useTestDatabase()

const setShare = ({ id }: TestProject, hiddenReferenceShare: number) =>
  getDatabase().project.update({
    where: { id },
    data: { hiddenReferenceShare },
    select: { id: true },
  })

async function claim(project: TestProject, person: Person) {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${reply.kind}`)
  const lease = reply.lease.id
  const work = await getWork.execute(person, { project: project.slug, lease })
  const { solutionId } = await getDatabase().lease.findFirstOrThrow({
    where: { projectId: project.id, id: lease },
    select: { solutionId: true },
  })
  return { input: { project: project.slug, lease }, solutionId, work }
}

const readRow = ({ id }: TestProject, solutionId: string) =>
  getDatabase().annotation.findFirstOrThrow({
    where: { projectId: id, solutionId },
    select: {
      id: true,
      answerShown: true,
      hiddenReferenceShare: true,
      events: { select: { answerShown: true } },
    },
  })

test('the reference answer is shown or hidden at random, and the annotation stores which', async () => {
  const project = await makeProject()
  await setShare(project, 0.5)
  const lines = Array.from({ length: 12 }, (_, i) => makeProblemLine(`p${i}`, [0.5]))
  await importLines(project, lines)
  const person = await makeMember(project, 'annotator')
  const areVisible: boolean[] = []
  for (const _ of lines) {
    const { input, solutionId, work } = await claim(project, person)
    const isVisible = isReferenceAnswerShown(
      { id: project.id, showsAnswer: true, hiddenReferenceShare: 0.5 },
      { userId: person.userId, solutionId },
    )
    expect(work.referenceAnswer !== null).toBe(isVisible)
    await submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, -1]),
      ...finishInputByReason.foundError,
    })
    expect(await readRow(project, solutionId)).toMatchObject({
      answerShown: isVisible,
      hiddenReferenceShare: 0.5,
      events: [{ answerShown: isVisible }],
    })
    areVisible.push(isVisible)
  }
  expect(new Set(areVisible).size).toBe(2)
})

test('changing the hidden-reference share does not show or hide the reference answer of a started annotation', async () => {
  const project = await makeProject()
  await setShare(project, 0.9)
  await importLines(
    project,
    Array.from({ length: 4 }, (_, i) => makeProblemLine(`p${i}`, [0.5])),
  )
  const person = await makeMember(project, 'annotator')
  const { input, solutionId, work } = await claim(project, person)
  const isVisible = work.referenceAnswer !== null
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]) })
  await setShare(project, isVisible ? 0.9 : 0)
  const read = async () => (await getWork.execute(person, input)).referenceAnswer !== null
  expect(await read()).toBe(isVisible)
  const state = { ...makeSaveInput([1, -1], 2), basedOn: 1 }
  await submitAnnotation.execute(person, { ...input, ...state, ...finishInputByReason.foundError })
  const row = await readRow(project, solutionId)
  expect(row).toMatchObject({ answerShown: isVisible, hiddenReferenceShare: 0.9 })
  expect(new Set(row.events.map(({ answerShown }) => answerShown))).toEqual(new Set([isVisible]))
  const { lease } = await reopenAnnotation.execute(person, {
    project: project.slug,
    annotation: row.id,
  })
  const secondLease = await getWork.execute(person, { project: project.slug, lease })
  expect(secondLease.referenceAnswer !== null).toBe(isVisible)
  expect(secondLease.draft).not.toHaveProperty('answerShown')
})

test('the reference answer is shown to everyone if no hidden-reference share is set', async () => {
  const project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.5])])
  const person = await makeMember(project, 'annotator')
  const { input, solutionId, work } = await claim(project, person)
  expect(work.referenceAnswer).not.toBeNull()
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]) })
  expect(await readRow(project, solutionId)).toMatchObject({
    answerShown: true,
    hiddenReferenceShare: null,
  })
})
