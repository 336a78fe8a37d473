import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { insertAnnotationCopy } from './testing/insert-annotation-copy'
import {
  labelSolution,
  makeLabelledProject,
  makeProjectWithSolutions,
} from './testing/labelled-project'
import {
  makeTestRelease,
  requestRelease,
  readReleaseIndex,
  runRequestedRelease,
} from './testing/test-releases'

useTestDatabase()

let project: TestProject

const makeSinceOption = (number: number) => ({ since: number })
const listReleased = async (number: number) =>
  (await readReleaseIndex(project, number)).map(({ annotation }) => annotation)

test('a second release contains annotations of a transaction that was open during the first, once', async () => {
  const { annotations } = await resetProject()
  let lateAnnotation = ''
  const openTransaction = openLongTransaction(async (db) => {
    lateAnnotation = await insertAnnotationCopy(db, annotations[0]!, 'late')
  })
  await openTransaction.started
  // Begins after the open one and ends before the release, so it has later ids and transaction
  // numbers.
  const earlyAnnotation = await insertAnnotationCopy(getDatabase(), annotations[1]!, 'early')
  const first = await makeTestRelease(project)
  await openTransaction.end()
  const next = await insertAnnotationCopy(getDatabase(), annotations[2]!, 'next')
  const second = await makeTestRelease(project, makeSinceOption(first.number))
  const third = await makeTestRelease(project, makeSinceOption(second.number))
  const [inFirst, inSecond] = [await listReleased(first.number), await listReleased(second.number)]
  expect(inFirst).toEqual([...annotations, earlyAnnotation].toSorted())
  expect(inSecond).toEqual([lateAnnotation, next].toSorted())
  expect(third).toMatchObject({
    state: 'failed',
    message: `None of 6 submitted annotations is new or changed since release ${second.number}.`,
  })
})

test('each annotation of many concurrent writers is in exactly one of the successive releases', async () => {
  const { annotations } = await resetProject()
  const numbers = [(await makeTestRelease(project)).number]
  const submitted: string[] = []
  const people = Array.from({ length: 4 }, async (_, person) => {
    // Continues until there are several releases, however slow the machine.
    for (let i = 0; i < 15 || numbers.length < 4; i++)
      await getDatabase().$transaction(async (db) => {
        submitted.push(await insertAnnotationCopy(db, annotations[i % 3]!, `${person}/${i}`))
        await db.$executeRaw`select pg_sleep(${(i % 5) / 100})`
      })
  })
  const submission = { isOver: false }
  const allSubmitted = Promise.all(people).then(() => (submission.isOver = true))
  while (!submission.isOver) await makeNext()
  await allSubmitted
  await makeNext()
  expect(numbers.length).toBeGreaterThan(3)

  async function makeNext() {
    const { number, state } = await makeTestRelease(project, makeSinceOption(numbers.at(-1)!))
    if (state === 'done') numbers.push(number)
  }
  const lists: string[] = []
  for (const number of numbers) lists.push(...(await listReleased(number)))
  expect(lists.toSorted()).toEqual([...annotations, ...submitted].toSorted())
})

test('an incremental release includes changed annotations again, but never a draft', async () => {
  const { annotations } = await resetProject()
  const { number } = await makeTestRelease(project)
  const change = (id: string, data: object) =>
    getDatabase().annotation.update({
      where: { projectId_id: { projectId: project.id, id } },
      data,
      select: { id: true },
    })
  await change(annotations[1]!, { totalTimeMs: 43_000 })
  await change(annotations[2]!, { state: 'draft', finishReason: null, submittedAt: null })
  const next = await makeTestRelease(project, makeSinceOption(number))
  expect(await listReleased(next.number)).toEqual([annotations[1]])
})

test('an incremental release with consensus "latest" does not include an older annotation of a solution when it changes', async () => {
  const { project: here, solutions } = await makeProjectWithSolutions(1)
  project = here
  const [solutionId = ''] = solutions.get('p0')!
  const older = await labelSolution(project, solutionId)
  await labelSolution(project, solutionId)
  const { number } = await makeTestRelease(project, { consensus: 'latest' })
  await getDatabase().$executeRaw`
    update annotation set total_time_ms = 43000 where project_id = ${project.id}::uuid and id = ${older}::uuid`
  const next = await makeTestRelease(project, { consensus: 'latest', ...makeSinceOption(number) })
  expect(next).toMatchObject({ state: 'failed' })
  const releaseOfEach = await makeTestRelease(project, makeSinceOption(number))
  expect(await listReleased(releaseOfEach.number)).toEqual([older])
})

test('an incremental release is rejected if the earlier one was made on another database server, when requested and when written', async () => {
  await resetProject()
  const { number } = await makeTestRelease(project)
  const requestedRelease = await requestRelease(project, makeSinceOption(number))
  const moveAway = () => getDatabase().$executeRaw`
    update release set cursor = '1/1:1:' where project_id = ${project.id}::uuid and number = ${number}`
  await expect(moveAway()).rejects.toThrow(/never changed/)
  await getDatabase().$executeRaw`alter table release disable trigger release_is_never_changed`
  await moveAway()
  await getDatabase().$executeRaw`alter table release enable trigger release_is_never_changed`
  await expect(requestRelease(project, makeSinceOption(number))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/another database server/) as string,
  })
  expect(await runRequestedRelease(project, requestedRelease.number)).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/another database server/) as string,
    files: [],
  })
})

async function resetProject() {
  const created = await makeLabelledProject(3)
  project = created.project
  return created
}
