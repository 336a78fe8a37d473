import { expect, test } from 'vitest'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getProgress } from '@/lib/progress/server/queries'
import { releaseLease } from '@/lib/queue/server/commands'
import {
  storeGoldSolutions,
  claimUntilGoldIsServed,
  expireAndEndLease,
  listPlannedGold,
  planTestGold,
  setGoldShare,
} from '@/lib/queue/testing/gold-fixtures'
import {
  claimSolutionOrThrow,
  makeAnnotators,
  listServingOrder,
  makeProjectWithQueue,
  listCountsPerQueueItem,
} from '@/lib/queue/testing/queue-fixtures'
import type { TestProject } from '@/prisma/seed/factories'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { listOwnAnnotations } from './own-work'

useTestDatabase()

async function makeProjectWithPlannedGold() {
  const project = await makeProjectWithQueue(20)
  const [person] = await makeAnnotators(project, 1)
  await planTestGold(project, person!, await storeGoldSolutions(project, 1))
  await setGoldShare(project, 0.5)
  return { project, person: person! }
}

/** `sequence`: one more than the server has. */
const submit = (project: TestProject, person: Person, lease: string, sequence = 1) =>
  submitAnnotation.execute(person, {
    project: project.slug,
    lease,
    ...makeSaveInput([1, -1], sequence),
    basedOn: sequence - 1,
    ...finishInputByReason.foundError,
  })

const readKinds = ({ id }: TestProject) =>
  getDatabase().annotation.findMany({
    where: { projectId: id },
    select: { isQualityControl: true, isScreening: true, state: true, generation: true },
    orderBy: { id: 'asc' },
  })

const areSlotCountsZero = async (project: TestProject) =>
  (await listCountsPerQueueItem(project)).every(({ leased, done }) => leased === 0 && done === 0)

test('an annotation is marked as gold from its first save if its lease is for gold', async () => {
  const { project, person } = await makeProjectWithPlannedGold()
  const gold = await claimUntilGoldIsServed(project, person)
  await saveAnnotation.execute(person, {
    project: project.slug,
    lease: gold.lease.id,
    ...makeSaveInput([1]),
  })
  const asGold = { isQualityControl: true, isScreening: false, generation: null }
  expect(await readKinds(project)).toEqual([{ ...asGold, state: 'draft' }])
  await submit(project, person, gold.lease.id, 2)
  const work = await claimSolutionOrThrow(project, person)
  await submit(project, person, work.lease.id)
  expect(await readKinds(project)).toEqual([
    { ...asGold, state: 'submitted' },
    { ...asGold, isQualityControl: false, state: 'submitted' },
  ])
})

test('gold from a round does not count as leased, and its annotation stores no generation', async () => {
  const project = await makeProjectWithQueue(20)
  const [person] = await makeAnnotators(project, 1)
  const [solutionId] = await listServingOrder(project)
  const key = { projectId: project.id, solutionId: solutionId! }
  await getDatabase().goldItem.create({
    data: { ...key, firstErrors: [1] },
    select: { solutionId: true },
  })
  await getDatabase().queueItem.update({
    where: { projectId_solutionId: key },
    data: { round: 3, closedSlots: 0 },
    select: { solutionId: true },
  })
  await planTestGold(project, person!, [solutionId!])
  await setGoldShare(project, 0.5)
  const { lease } = await claimUntilGoldIsServed(project, person!)
  const { leased } = await getProgress.execute(project.admin, { project: project.slug })
  expect(leased).toBe(0)
  await submit(project, person!, lease.id)
  expect(await readKinds(project)).toMatchObject([{ isQualityControl: true, generation: null }])
})

test('a submitted gold annotation can be reopened like ordinary work, and stays gold', async () => {
  const { project, person } = await makeProjectWithPlannedGold()
  const { lease } = await claimUntilGoldIsServed(project, person)
  const { annotation } = await submit(project, person, lease.id)
  expect(await listPlannedGold(project, person)).toEqual([])
  const [listed] = (await listOwnAnnotations.execute(person, { project: project.slug, limit: 10 }))
    .annotations
  expect(listed).toMatchObject({ id: annotation, canReopen: true })
  const reopenedWork = await reopenAnnotation.execute(person, { project: project.slug, annotation })
  expect(await areSlotCountsZero(project)).toBe(true)
  await submit(project, person, reopenedWork.lease, 2)
  expect(await readKinds(project)).toMatchObject([{ isQualityControl: true, state: 'submitted' }])
  expect(await areSlotCountsZero(project)).toBe(true)
})

test.each(['released', 'expired'])(
  'a reopened gold annotation is served first and as gold after its lease was %s',
  async (leaseEnd) => {
    const { project, person } = await makeProjectWithPlannedGold()
    const { lease, solution } = await claimUntilGoldIsServed(project, person)
    const { annotation } = await submit(project, person, lease.id)
    const reopenedWork = await reopenAnnotation.execute(person, {
      project: project.slug,
      annotation,
    })
    if (leaseEnd === 'expired') await expireAndEndLease(project, reopenedWork.lease)
    else await releaseLease.execute(person, { project: project.slug, lease: reopenedWork.lease })
    const servedAgain = await claimSolutionOrThrow(project, person)
    expect(servedAgain).toMatchObject({ solution, reason: 'rework', note: null })
    await submit(project, person, servedAgain.lease.id, 2)
    expect(await readKinds(project)).toMatchObject([{ isQualityControl: true, state: 'submitted' }])
    expect(await areSlotCountsZero(project)).toBe(true)
  },
)

test('a draft on gold becomes ordinary work if the solution is no longer gold when it is leased again', async () => {
  const { project, person } = await makeProjectWithPlannedGold()
  const { lease, solution } = await claimUntilGoldIsServed(project, person)
  await saveAnnotation.execute(person, {
    project: project.slug,
    lease: lease.id,
    ...makeSaveInput([1]),
  })
  await getDatabase().goldItem.deleteMany({ where: { projectId: project.id } })
  await getDatabase().$executeRaw`
    insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots)
    select project_id, ${solution}::uuid, problem_id, '', tier, pass, 9, '', 1 from queue_item
    where project_id = ${project.id}::uuid limit 1`
  await releaseLease.execute(person, { project: project.slug, lease: lease.id })
  const nextClaim = await claimSolutionOrThrow(project, person)
  expect(nextClaim.solution).toBe(solution)
  await submit(project, person, nextClaim.lease.id, 2)
  expect(await readKinds(project)).toMatchObject([{ isQualityControl: false, state: 'submitted' }])
})
