import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAnnotation } from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'
import { correctDerivedTables } from '@/lib/maintenance/server/derived-tables'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import {
  applyCountChanges,
  correctCounts,
  countWrongCounts,
} from '@/lib/platform/server/stored-counts.sql'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { annotationCounts, workCountsSql } from './annotation-counts.sql'

useTestDatabase()

let project: TestProject
let person: Person

beforeAll(async () => {
  person = await makeMember(await makeProject(), 'annotator')
})
beforeEach(async () => {
  project = await makeProject()
  await importLines(project, [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])])
})

/** The stored counts of the project's work, by finish reason. */
async function readWorkCounts() {
  const rows = await getDatabase().$queryRaw<{ reason: string; counts: number[] }[]>`
    select finish_reason::text as reason,
      array[sum(annotations), sum(negative), sum(neutral), sum(positive), max(error_step)]::int[] as counts
    from ${workCountsSql(project.id)} as work group by 1 having sum(annotations) <> 0 order by 1`
  return Object.fromEntries(rows.map(({ reason, counts }) => [reason, counts]))
}

const changeAnnotations = (change: Prisma.Sql) =>
  getDatabase().$executeRaw`update annotation set ${change} where project_id = ${project.id}::uuid`
const countChanges = () =>
  getDatabase().annotationCountChange.count({ where: { projectId: project.id } })

describe('the stored counts of annotations', () => {
  test('include annotations, ratings and first errors', async () => {
    await storeAnnotation(project, 'a/0', person, [1, 0, -1])
    await storeAnnotation(project, 'b/0', person, [1, 1, 1])
    expect(await readWorkCounts()).toEqual({
      found_error: [1, 1, 1, 1, 3],
      solution: [1, 0, 0, 3, 0],
    })
  })

  test('include imported annotations, also those without a time', async () => {
    await storeAnnotation(project, 'a/0', person, [1, 1, 1], { irregular: 'no time' })
    await changeAnnotations(Prisma.sql`submitted_at = null`)
    const [row] = await getDatabase().$queryRaw<{ day: string; annotations: number }[]>`
      select day::text, sum(annotations)::int as annotations from ${workCountsSql(project.id)} as work
      where is_imported group by 1 having sum(annotations) <> 0`
    expect(row).toEqual({ day: '-infinity', annotations: 1 })
  })

  test('leave out drafts, gold and screening, and follow changes', async () => {
    await storeAnnotation(project, 'a/0', person, [1], { isDraft: true })
    await storeAnnotation(project, 'b/0', person, [1, 1, 1], { isQualityControl: true })
    expect(await readWorkCounts()).toEqual({})
    await changeAnnotations(Prisma.sql`is_quality_control = false, is_screening = true`)
    expect(await readWorkCounts()).toEqual({})
    await changeAnnotations(Prisma.sql`is_screening = false`)
    expect(await readWorkCounts()).toEqual({ solution: [1, 0, 0, 3, 0] })
    await changeAnnotations(Prisma.sql`state = 'draft', finish_reason = null`)
    expect(await readWorkCounts()).toEqual({})
  })

  test('are not changed by a change to a column that is not counted', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    const before = await countChanges()
    await changeAnnotations(Prisma.sql`sequence = sequence + 1`)
    expect(await countChanges()).toBe(before)
  })

  test('follow deletions', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await getDatabase().annotation.deleteMany({ where: { projectId: project.id } })
    expect(await readWorkCounts()).toEqual({})
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBe(0)
  })

  test('leave out solutions while they are gold', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await storeAnnotation(project, 'b/0', person, [1, 1, 1])
    const { id } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id, externalId: 'a/0' },
      select: { id: true },
    })
    await getDatabase().goldItem.create({
      data: { projectId: project.id, solutionId: id, firstErrors: [1] },
    })
    expect(await readWorkCounts()).toEqual({ solution: [1, 0, 0, 3, 0] })
    await getDatabase().goldItem.deleteMany({ where: { projectId: project.id } })
    expect(await readWorkCounts()).toMatchObject({ found_error: [1, 1, 0, 1, 2] })
  })

  test('stay the same when changes are added up, also in parallel', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await storeAnnotation(project, 'b/0', person, [1, 1, 1])
    const before = await readWorkCounts()
    expect(await countChanges()).toBeGreaterThan(0)
    await Promise.all([
      applyCountChanges(getDatabase(), annotationCounts),
      applyCountChanges(getDatabase(), annotationCounts),
    ])
    expect(await countChanges()).toBe(0)
    expect(await readWorkCounts()).toEqual(before)
    await changeAnnotations(Prisma.sql`ratings = '{1,-1}', flagged = '{null,null}', chosen = '{0,0}',
      offered = '{1,1}', finish_reason = 'found_error'`)
    await applyCountChanges(getDatabase(), annotationCounts)
    expect(await readWorkCounts()).toEqual({ found_error: [2, 2, 0, 2, 2] })
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBe(0)
  })

  test('are added up without waiting for an open transaction', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await applyCountChanges(getDatabase(), annotationCounts)
    const open = openLongTransaction(async (db) => {
      await db.annotation.deleteMany({ where: { projectId: project.id } })
    })
    await open.started
    await storeAnnotation(project, 'b/0', person, [1, -1])
    await applyCountChanges(getDatabase(), annotationCounts)
    expect(await readWorkCounts()).toEqual({ found_error: [2, 2, 0, 2, 2] })
    await open.end()
    expect(await readWorkCounts()).toEqual({ found_error: [1, 1, 0, 1, 2] })
  })

  test('can be compared with the annotations and corrected', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await applyCountChanges(getDatabase(), annotationCounts)
    await getDatabase()
      .$executeRaw`update annotation_count set positive = positive + 1, annotations = 0 where project_id = ${project.id}::uuid`
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBe(1)
    expect(await correctCounts(getDatabase(), annotationCounts)).toBe(1)
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBe(0)
    expect(await readWorkCounts()).toEqual({ found_error: [1, 1, 0, 1, 2] })
    expect(await correctCounts(getDatabase(), annotationCounts)).toBe(0)
  })

  test('are complete after the migration that counts stored annotations', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await getDatabase().annotationCount.deleteMany()
    await getDatabase().annotationCountChange.deleteMany()
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBeGreaterThan(0)
    const file = 'prisma/migrations/20261129121000_count_stored_annotations/migration.sql'
    const sql = readFileSync(join(repositoryRoot, file), 'utf8')
    await withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql))
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBe(0)
  })

  test('are corrected once by two corrections at the same time', async () => {
    await storeAnnotation(project, 'a/0', person, [1, -1])
    await applyCountChanges(getDatabase(), annotationCounts)
    await getDatabase().annotationCount.updateMany({
      where: { projectId: project.id },
      data: { positive: { increment: 1 } },
    })
    const first = openLongTransaction((db: Transaction) => correctCounts(db, annotationCounts))
    await first.started
    const second = correctDerivedTables()
    const hasWaiter = async () => {
      const [row] = await getDatabase().$queryRaw<[{ waits: boolean }]>`
        select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits`
      return row.waits
    }
    await expect.poll(hasWaiter).toBe(true)
    await first.end()
    expect(await second).toBe(0)
    expect(await countWrongCounts(getDatabase(), annotationCounts)).toBe(0)
  })
})
