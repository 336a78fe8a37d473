import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { findIrregularity } from '@/lib/formats/irregular'
import { finishReasons } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'

useTestDatabase()

let project: MadeProject
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

/** Whether the database takes a labelling that came with data. */
async function isTaken({
  finishReason,
  stepCount,
  ratings,
  irregular = null,
}: Row): Promise<boolean> {
  const nulls = JSON.stringify(ratings.map(() => null))
  try {
    await getDatabase().$executeRaw`
      insert into labelling (project_id, id, solution_id, import_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, irregular, recorded_at)
      values (${project.id}::uuid, ${randomUUID()}::uuid, ${solutionId}::uuid, ${randomUUID()}::uuid, 'somebody',
        ${finishReason === null ? 'draft' : 'submitted'}::labelling_state, 'solution', ${stepCount},
        jsonb_smallints(${JSON.stringify(ratings)}::jsonb), jsonb_booleans(${nulls}::jsonb),
        jsonb_smallints(${nulls}::jsonb), jsonb_smallints(${nulls}::jsonb), ${finishReason}::finish_reason, ${irregular},
        '2026-01-01T00:00:00')`
    return true
  } catch (error) {
    expect(String(error)).toMatch(/labelling_(prefix|ratings_range)/)
    return false
  }
}

test('the database and findIrregularity take the same labellings', async () => {
  const labelling = fc.record({
    finishReason: fc.constantFrom(...finishReasons),
    stepCount: fc.integer({ min: 1, max: 4 }),
    ratings: fc.array(fc.constantFrom(-1 as const, 0 as const, 1 as const, null), { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(labelling, async (row) => {
      const irregular = findIrregularity('solution', row.stepCount, row)
      expect(await isTaken(row)).toBe(irregular === null)
      expect(await isTaken({ ...row, irregular: irregular ?? 'said so' })).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test.each([-2, 2, 5])('a rating of %i is refused, also where irregular', async (rating) => {
  const row = { finishReason: 'give_up', stepCount: 3, ratings: [rating] }
  expect(await isTaken(row)).toBe(false)
  expect(await isTaken({ ...row, irregular: 'said so' })).toBe(false)
})

test('more held and done than wanted is refused', async () => {
  await expect(
    getDatabase()
      .$executeRaw`update queue_item set held = 1, done = 1 where project_id = ${project.id}::uuid`,
  ).rejects.toThrow(/queue_item_overlap/)
})

test('two live leases of one person on one solution are refused', async () => {
  const insert = (isAhead: boolean) => getDatabase().$executeRaw`
    insert into lease (project_id, id, solution_id, user_id, is_ahead, expires_at)
    values (${project.id}::uuid, ${randomUUID()}::uuid, ${solutionId}::uuid, ${project.admin.userId}::uuid, ${isAhead},
      now() + interval '1 minute')`
  await insert(false)
  await expect(insert(true)).rejects.toThrow(/lease_project_id_solution_id_user_id_key/)
})
