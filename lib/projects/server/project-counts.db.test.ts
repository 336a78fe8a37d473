import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { countWrongCounts } from '@/lib/platform/server/stored-counts.sql'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimSolutionOrThrow, makeProjectWithQueue } from '@/lib/queue/testing/queue-fixtures'
import type { TestProject } from '@/prisma/seed/factories'
import { projectCounts, projectCountsSql } from './project-counts.sql'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProjectWithQueue(3)
})

async function readCounts() {
  const rows = await getDatabase().$queryRaw<{ kind: string; amount: number }[]>`
    select kind::text, sum(amount)::int as amount from ${projectCountsSql(project.id)} as counts
    group by 1 having sum(amount) <> 0`
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]))
}

const countWrong = () => countWrongCounts(getDatabase(), projectCounts)
const countChanges = () =>
  getDatabase().projectCountChange.count({ where: { projectId: project.id } })

const countsAfterImport = {
  problem: 3,
  wrong_solution: 3,
  unfinished_item: 3,
  unfinished_slot: 3,
}

describe('the stored counts of a project', () => {
  test('include what an import stores and queues', async () => {
    expect(await readCounts()).toEqual(countsAfterImport)
    expect(await countWrong()).toBe(0)
  })

  test('follow verdicts', async () => {
    await getDatabase().$executeRaw`
      update solution set verdict = 'unsure' where project_id = ${project.id}::uuid and id = (
        select id from solution where project_id = ${project.id}::uuid order by id limit 1)`
    expect(await readCounts()).toMatchObject({ wrong_solution: 2, unsure_solution: 1 })
    expect(await countWrong()).toBe(0)
  })

  test('follow slots and finished annotations of queue items', async () => {
    await getDatabase().$executeRaw`
      update queue_item set slots = 2, done = 1 where project_id = ${project.id}::uuid`
    expect(await readCounts()).toMatchObject({ unfinished_item: 3, unfinished_slot: 3 })
    await getDatabase().$executeRaw`
      update queue_item set done = 2 where project_id = ${project.id}::uuid`
    const counts = await readCounts()
    expect(counts).not.toHaveProperty('unfinished_item')
    expect(counts).not.toHaveProperty('unfinished_slot')
    expect(await countWrong()).toBe(0)
  })

  test('are not changed by a claim', async () => {
    const before = await countChanges()
    await claimSolutionOrThrow(project, project.admin)
    expect(await countChanges()).toBe(before)
  })

  test('follow deletions', async () => {
    await getDatabase().queueItem.deleteMany({ where: { projectId: project.id } })
    await getDatabase().problem.deleteMany({ where: { projectId: project.id } })
    expect(await readCounts()).toEqual({})
    expect(await countWrong()).toBe(0)
  })
})
