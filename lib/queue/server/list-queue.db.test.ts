import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  claimSolutionOrThrow,
  expireLeaseInDatabase,
  listServingOrder,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import { makeMember } from '@/prisma/seed/factories'
import { excludeSolution, restoreSolution } from './exclusion-commands'
import { listQueue } from './list-queue'
import { countOpenSlots } from './open-slots.sql'

useTestDatabase()

test('the pages of the queue list items in serving order, with unscored items last', async () => {
  const project = await makeProjectWithQueue(7)
  const [, second] = await listServingOrder(project)
  await getDatabase().$executeRaw`
    update queue_item set priority = '-infinity' where solution_id = ${second}::uuid`
  const listed: string[] = []
  let after: string | undefined
  do {
    const page = await listQueue.execute(project.admin, {
      project: project.slug,
      limit: 2,
      ...(after === undefined ? {} : { after }),
    })
    listed.push(...page.items.map(({ solution }) => solution))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(listed).toEqual(await listServingOrder(project))
  expect(listed.at(-1)).toBe(second)
})

test('the queue lists the scores by which a round selected solutions, and imported ones before the first round', async () => {
  const project = await makeProjectWithQueue(2)
  const input = listQueue.contract.input.parse({ project: project.slug })
  const listScores = async () =>
    (await listQueue.execute(project.admin, input)).items.map(({ score }) => score)
  const importedScores = await listScores()
  expect(importedScores).not.toContain(null)
  const [first] = await listServingOrder(project)
  await getDatabase().$executeRaw`
    update queue_item set round = 1, score = case when solution_id = ${first}::uuid then 0.25::float8 end
    where project_id = ${project.id}::uuid`
  expect(await listScores()).toEqual([0.25, null])
})

test('the queue counts waiting items and leases that have not expired', async () => {
  const project = await makeProjectWithQueue(3)
  const input = listQueue.contract.input.parse({ project: project.slug })
  const count = () => listQueue.execute(project.admin, input)
  expect(await count()).toMatchObject({ hasSolutions: true, waiting: 3, leased: 0 })
  const { lease } = await claimSolutionOrThrow(project, project.admin)
  expect(await count()).toMatchObject({ waiting: 2, leased: 1 })
  await expireLeaseInDatabase(lease.id)
  expect(await count()).toMatchObject({ leased: 0 })
})

describe('the counts of open slots', () => {
  test('exclude leased slots, also those of an excluded solution', async () => {
    const project = await makeProjectWithQueue(2)
    await getDatabase()
      .$executeRaw`update queue_item set slots = 2 where project_id = ${project.id}::uuid`
    const count = () => countOpenSlots(getDatabase(), project.id)
    const { solution, lease } = await claimSolutionOrThrow(project, project.admin)
    expect(await count()).toEqual({ waiting: 2, openSlots: 3, leased: 1 })
    await excludeSolution.execute(project.admin, { project: project.slug, solution, reason: 'Bad' })
    expect(await count()).toMatchObject({ waiting: 1, openSlots: 2 })
    await expireLeaseInDatabase(lease.id)
    expect(await count()).toMatchObject({ waiting: 1, openSlots: 2, leased: 0 })
  })

  test('include a solution only once even if two people have leased it', async () => {
    const project = await makeProjectWithQueue(1)
    await getDatabase()
      .$executeRaw`update queue_item set slots = 3 where project_id = ${project.id}::uuid`
    await claimSolutionOrThrow(project, project.admin)
    await claimSolutionOrThrow(project, await makeMember(project, 'annotator'))
    expect(await countOpenSlots(getDatabase(), project.id)).toEqual({
      waiting: 1,
      openSlots: 1,
      leased: 1,
    })
  })
})

test('excluded solutions are not waiting, and their slots are not open', async () => {
  const project = await makeProjectWithQueue(3)
  const [first, second] = await listServingOrder(project)
  await getDatabase()
    .$executeRaw`update queue_item set slots = 2 where project_id = ${project.id}::uuid`
  const count = () => countOpenSlots(getDatabase(), project.id)
  expect(await count()).toEqual({ waiting: 3, openSlots: 6, leased: 0 })
  for (const solution of [first!, second!])
    await excludeSolution.execute(project.admin, { project: project.slug, solution, reason: 'Bad' })
  expect(await count()).toEqual({ waiting: 1, openSlots: 2, leased: 0 })
  await restoreSolution.execute(project.admin, { project: project.slug, solution: first! })
  expect(await count()).toEqual({ waiting: 2, openSlots: 4, leased: 0 })
})

test('a project whose solutions are all gold has no solutions to queue', async () => {
  const project = await makeProjectWithQueue(1)
  await getDatabase().$executeRaw`
    insert into gold_item (project_id, solution_id, first_errors)
    select project_id, id, '{}' from solution where project_id = ${project.id}::uuid`
  const input = listQueue.contract.input.parse({ project: project.slug })
  expect(await listQueue.execute(project.admin, input)).toMatchObject({ hasSolutions: false })
})

const id = '0192f0c1-7b1e-7c3a-9d2f-1a2b3c4d5e6f'

test.each([
  `99999,0,0,${id}`,
  `0,2147483648,0,${id}`,
  `0,0,1.2.3,${id}`,
  `0,0,0,${'-'.repeat(36)}`,
  `0,0,0,${id.slice(1)}`,
  `0,0,0`,
])('the queue list rejects the malformed cursor %s', (after) => {
  expect(listQueue.contract.input.safeParse({ project: 'a', after }).success).toBe(false)
})

test.each([
  `-9999,-999999999,-Infinity,${id}`,
  `9999,999999999,1.5e+300,${id}`,
  `0,0,Infinity,00000000-0000-0000-0000-000000000000`,
])('the queue list accepts the extreme cursor %s', async (after) => {
  const project = await makeProjectWithQueue(1)
  const input = listQueue.contract.input.parse({ project: project.slug, after })
  const { items } = await listQueue.execute(project.admin, input)
  expect(items.length).toBeLessThanOrEqual(1)
})
