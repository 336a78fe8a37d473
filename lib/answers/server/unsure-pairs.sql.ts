import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { StoredList } from '@/lib/platform/server/stored-lists.sql'

/** Pairs of answers with undecided unsure solutions, computed from `unsure_answer`. */
export const unsurePairs: StoredList = {
  table: Prisma.sql`unsure_pair`,
  changeTable: Prisma.sql`unsure_pair_change`,
  source: Prisma.sql`listed_unsure_pair`,
  group: Prisma.sql`pair_hash`,
  keys: [Prisma.sql`project_id`, Prisma.sql`pair_hash`],
  values: [
    Prisma.sql`answer`,
    Prisma.sql`reference_answer`,
    Prisma.sql`solutions`,
    Prisma.sql`problems`,
    Prisma.sql`first_by`,
    Prisma.sql`last_by`,
    Prisma.sql`example`,
  ],
}

const columns = Prisma.sql`project_id, solution_id, problem_id, verdict_source, pair_hash`

/** Solutions whose row in `unsure_answer` is missing, wrong or should not exist. */
const wrongAnswersSql = Prisma.sql`
  select distinct project_id, solution_id
  from (
    (select ${columns} from listed_unsure_answer except select ${columns} from unsure_answer)
    union all
    (select ${columns} from unsure_answer except select ${columns} from listed_unsure_answer)
  ) difference`

export async function countWrongUnsureAnswers(db: Transaction): Promise<number> {
  const [row] = await db.$queryRaw<[{ wrong: number }]>`
    select count(*)::int as wrong from (${wrongAnswersSql}) wrong`
  return row.wrong
}

/** Corrects wrong rows of `unsure_answer` while their solutions are locked. Returns how many. */
export async function correctUnsureAnswers(db: Transaction): Promise<number> {
  const solutions = await db.$queryRaw<{ projectId: string; solutionId: string }[]>`
    select project_id as "projectId", solution_id as "solutionId" from (${wrongAnswersSql}) wrong`
  if (solutions.length === 0) return 0
  const wrong = Prisma.sql`jsonb_to_recordset(${JSON.stringify(solutions)}::jsonb)
    as w("projectId" uuid, "solutionId" uuid)`
  await db.$queryRaw`
    select 1 as locked from solution s join ${wrong} on s.project_id = w."projectId" and s.id = w."solutionId"
    order by s.project_id, s.id for no key update of s`
  await db.$executeRaw`
    with removed as (
      delete from unsure_answer u using ${wrong}
      where u.project_id = w."projectId" and u.solution_id = w."solutionId"
      returning u.project_id, u.pair_hash
    )
    insert into unsure_pair_change (project_id, pair_hash) select project_id, pair_hash from removed`
  await db.$executeRaw`
    with added as (
      insert into unsure_answer (${columns})
      select ${columns} from listed_unsure_answer u
      where exists (select from ${wrong} where w."projectId" = u.project_id and w."solutionId" = u.solution_id)
      returning project_id, pair_hash
    )
    insert into unsure_pair_change (project_id, pair_hash) select project_id, pair_hash from added`
  return solutions.length
}
