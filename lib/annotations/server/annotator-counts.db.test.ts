import { beforeEach, describe, expect, test } from 'vitest'
import { storeAnnotation } from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase } from '@/lib/platform/server/database'
import { countWrongCounts } from '@/lib/platform/server/stored-counts.sql'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  labelNextSolutionWithNotes,
  makeAnnotatorWhoReadGuideline,
  makeQuestionsProject,
} from '@/lib/questions/testing/questions-project'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { annotatorCounts, submissionCountsSql } from './annotation-counts.sql'

useTestDatabase()

let project: TestProject
let annotator: Person

beforeEach(async () => {
  project = await makeProject()
  annotator = await makeMember(project, 'annotator')
  await importLines(project, [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])])
})

/** Annotations, rated steps and time by finish reason, with the withdrawn ones apart. */
async function readCounts() {
  const scope = { projectId: project.id, userId: annotator.userId }
  const rows = await getDatabase().$queryRaw<{ key: string; counts: number[] }[]>`
    select finish_reason::text || case when is_withdrawn then ' withdrawn' else '' end as key,
      array[sum(annotations), sum(rated_steps), sum(time_ms)]::int[] as counts
    from ${submissionCountsSql(scope)} as counts group by 1 having sum(annotations) <> 0`
  return Object.fromEntries(rows.map(({ key, counts }) => [key, counts]))
}

const changeAnnotations = (change: Prisma.Sql) =>
  getDatabase().$executeRaw`update annotation set ${change} where project_id = ${project.id}::uuid`
const countWrong = () => countWrongCounts(getDatabase(), annotatorCounts)

describe("the stored counts of an annotator's submissions", () => {
  test('include gold and screening, but no drafts', async () => {
    await storeAnnotation(project, 'a/0', annotator, [1, 0, -1], { isQualityControl: true })
    await storeAnnotation(project, 'b/0', annotator, [1, 1, 1], { isDraft: true })
    expect(await readCounts()).toEqual({ found_error: [1, 3, 0] })
    await changeAnnotations(Prisma.sql`is_screening = true`)
    expect(await readCounts()).toEqual({ found_error: [1, 3, 0] })
    expect(await countWrong()).toBe(0)
  })

  test('are separate for each annotator and leave out imported annotations', async () => {
    await storeAnnotation(project, 'a/0', await makeMember(project, 'annotator'), [1, 1, 1])
    await storeAnnotation(project, 'b/0', annotator, [1, 1, 1], { irregular: 'no time' })
    expect(await readCounts()).toEqual({})
    expect(await countWrong()).toBe(0)
  })

  test('follow withdrawals, times and reopening', async () => {
    await storeAnnotation(project, 'a/0', annotator, [1, -1])
    await changeAnnotations(Prisma.sql`total_time_ms = 5000`)
    expect(await readCounts()).toEqual({ found_error: [1, 2, 5000] })
    await changeAnnotations(Prisma.sql`state = 'withdrawn'`)
    expect(await readCounts()).toEqual({ 'found_error withdrawn': [1, 2, 5000] })
    await changeAnnotations(Prisma.sql`state = 'draft', finish_reason = null`)
    expect(await readCounts()).toEqual({})
    expect(await countWrong()).toBe(0)
  })

  test('include how many annotations have flags', async () => {
    ;({ project } = await makeQuestionsProject(['p', 'q']))
    annotator = await makeAnnotatorWhoReadGuideline(project, 'Ada')
    await labelNextSolutionWithNotes(project, annotator, [
      [0, 'Units?'],
      [1, 'Why?'],
    ])
    await labelNextSolutionWithNotes(project, annotator, [[0, 'Nice', 'comment']])
    const scope = { projectId: project.id, userId: annotator.userId }
    const [row] = await getDatabase().$queryRaw<[{ annotations: number; flagged: number }]>`
      select sum(annotations)::int as annotations, sum(flagged)::int as flagged
      from ${submissionCountsSql(scope)} as counts`
    expect(row).toEqual({ annotations: 2, flagged: 1 })
    expect(await countWrong()).toBe(0)
  })

  test('follow deletions', async () => {
    await storeAnnotation(project, 'a/0', annotator, [1, -1])
    await getDatabase().annotation.deleteMany({ where: { projectId: project.id } })
    expect(await readCounts()).toEqual({})
    expect(await countWrong()).toBe(0)
  })
})
