import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { findAnnotationIrregularity } from '@/lib/formats/find-annotation-irregularity'
import { finishReasons } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'

useTestDatabase()

let project: TestProject
let solutionId: string

beforeAll(async () => {
  project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.5])])
  const row = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  solutionId = row.id
})

interface Row {
  finishReason: string | null
  stepCount: number
  ratings: (number | null)[]
  irregular?: string | null
}

/** Whether the database accepts an imported annotation. */
async function isAccepted({
  finishReason,
  stepCount,
  ratings,
  irregular = null,
}: Row): Promise<boolean> {
  const nulls = JSON.stringify(ratings.map(() => null))
  try {
    await getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, import_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, irregular, recorded_at)
      values (${project.id}::uuid, ${randomUUID()}::uuid, ${solutionId}::uuid, ${randomUUID()}::uuid, 'ada',
        ${finishReason === null ? 'draft' : 'submitted'}::annotation_state, 'solution', ${stepCount},
        jsonb_smallints(${JSON.stringify(ratings)}::jsonb), jsonb_booleans(${nulls}::jsonb),
        jsonb_smallints(${nulls}::jsonb), jsonb_smallints(${nulls}::jsonb), ${finishReason}::finish_reason, ${irregular},
        '2026-01-01T00:00:00')`
    return true
  } catch (error) {
    expect(String(error)).toMatch(/annotation_(prefix|ratings_range)/)
    return false
  }
}

test('the database constraint annotation_prefix and findAnnotationIrregularity accept the same random annotations', async () => {
  const annotation = fc.record({
    finishReason: fc.constantFrom(...finishReasons),
    stepCount: fc.integer({ min: 1, max: 4 }),
    ratings: fc.array(fc.constantFrom(-1 as const, 0 as const, 1 as const, null), { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(annotation, async (row) => {
      const irregular = findAnnotationIrregularity('solution', row.stepCount, row)
      expect(await isAccepted(row)).toBe(irregular === null)
      expect(await isAccepted({ ...row, irregular: irregular ?? 'said so' })).toBe(true)
    }),
    { numRuns: isFullTestRun ? 150 : 60 },
  )
})

test.each([-2, 2, 5])(
  'the database rejects a rating of %i, even in an imported irregular annotation',
  async (rating) => {
    const row = { finishReason: 'give_up', stepCount: 3, ratings: [rating] }
    expect(await isAccepted(row)).toBe(false)
    expect(await isAccepted({ ...row, irregular: 'said so' })).toBe(false)
  },
)

describe('database constraints on annotations made in Stepmark', () => {
  const id = randomUUID()
  beforeAll(async () => {
    const { userId } = project.admin
    await getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, submitted_at)
      values (${project.id}::uuid, ${id}::uuid, ${solutionId}::uuid, ${userId}::uuid, 'ada', 'submitted', 'solution',
        3, '{1,1,1}', '{null,null,null}', '{0,0,0}', '{1,1,1}', 'solution', now())`
  })

  test.each([
    ['prefix', Prisma.sql`finish_reason = 'found_error'`],
    ['prefix', Prisma.sql`ratings = '{1,-1,1}'`],
    ['prefix', Prisma.sql`ratings = '{1,1,-1}'`],
    ['prefix', Prisma.sql`ratings = '{1,null,1}'`],
    ['prefix', Prisma.sql`step_count = 2`],
    ['prefix', Prisma.sql`state = 'draft', finish_reason = null, ratings = '{1,1,null}'`],
    ['irregular_is_imported', Prisma.sql`finish_reason = 'found_error', irregular = 'said so'`],
    ['arrays_align', Prisma.sql`chosen = '{0,0}'`],
    ['finished', Prisma.sql`state = 'draft'`],
    ['finished', Prisma.sql`submitted_at = null`],
    ['finish_note', Prisma.sql`finish_reason = 'give_up', finish_note = ' '`],
    ['error_details', Prisma.sql`explanation = 'It is wrong.'`],
    ['error_details', Prisma.sql`progress = 'most'`],
    ['error_details', Prisma.sql`tags = '{sum}'`],
    ['explanation_text', Prisma.sql`explanation_option = 0`],
    ['superseded_range', Prisma.sql`superseded_ratings = '{1}'`],
    [
      'superseded_range',
      Prisma.sql`finish_reason = 'found_error', ratings = '{1,1,-1}', superseded_ratings = '{2}'`,
    ],
    ['lists_not_null', Prisma.sql`tags = null`],
    ['times_range', Prisma.sql`step_times_ms = '{5,-1}'`],
  ])('include annotation_%s, which rejects %j', async (constraint, change) => {
    await expect(
      getDatabase().$executeRaw`update annotation set ${change} where id = ${id}::uuid`,
    ).rejects.toThrow(new RegExp(`annotation_${constraint}`))
  })

  test('accept an explanation, progress and tags only if there is an error', async () => {
    await getDatabase().$executeRaw`
      update annotation set ratings = '{1,-1}', flagged = '{null,null}', chosen = '{0,null}', offered = '{1,1}',
        finish_reason = 'found_error', explanation = 'It is wrong.', explanation_option = 0, progress = 'none',
        tags = '{sum}', superseded_ratings = '{null}', step_times_ms = '{5,0}'
      where id = ${id}::uuid`
    const withoutError = getDatabase().$executeRaw`
      update annotation set ratings = '{1,1}', finish_reason = 'give_up', finish_note = 'x' where id = ${id}::uuid`
    await expect(withoutError).rejects.toThrow(/annotation_error_details/)
  })

  test('reject a note without a text unless it is a flag', async () => {
    const add = (kind: 'flag' | 'comment', text: string) =>
      getDatabase().stepNote.create({
        data: { projectId: project.id, annotationId: id, step: 0, kind, text },
        select: { step: true },
      })
    await add('flag', '')
    await expect(add('comment', '  ')).rejects.toThrow(/step_note_text/)
  })
})

test('the database rejects a queue item with more leased and done slots than it has in total', async () => {
  await expect(
    getDatabase()
      .$executeRaw`update queue_item set leased = 1, done = 1 where project_id = ${project.id}::uuid`,
  ).rejects.toThrow(/queue_item_overlap/)
})

test('the database rejects two active leases of one annotator on one solution', async () => {
  const insert = (isPrefetched: boolean) => getDatabase().$executeRaw`
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, expires_at)
    values (${project.id}::uuid, ${randomUUID()}::uuid, ${solutionId}::uuid, ${project.admin.userId}::uuid, ${isPrefetched},
      now() + interval '1 minute')`
  await insert(false)
  await expect(insert(true)).rejects.toThrow(/lease_project_id_solution_id_user_id_key/)
})
