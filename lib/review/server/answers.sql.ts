import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict, VerdictSource } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { pairHash } from './hash-pair'

/** Two final answers: what solutions say, and what their problems do. */
export interface AnswerPair {
  given: string
  truth: string
}

export interface PairRow extends AnswerPair {
  verdict: Verdict
  reason: string
  by: VerdictSource
  ruledBy: string | null
  ruledAt: Date | null
  note: string | null
  solutions: number
  problems: number
  problem: string
  solution: string
  lastStep: string
}

export interface VerdictCounts {
  correct: number
  wrong: number
  unsure: number
  settled: number
}

/** Texts of an example that is shown; whole ones may be a megabyte. */
const shownCharacters = 10_000

/** Said literally, so that the index of those few is used (migration answer_rulings). */
const conditions = {
  unsure: Prisma.sql`s.verdict = 'unsure' and s.verdict_by <> 'person'`,
  settled: Prisma.sql`s.verdict_by = 'person'`,
  search: Prisma.sql`true`,
} as const

/** Pairs, those of most solutions first. What has no answer, or no reference answer, is in no pair. */
export function listPairs(
  db: Transaction,
  projectId: string,
  wanted: { show: keyof typeof conditions; text: string; limit: number; offset: number },
): Promise<PairRow[]> {
  const { show, text, limit, offset } = wanted
  return db.$queryRaw<PairRow[]>`
    with ${groupPairs(projectId, joinConditions(show, text))}, page as (
      select * from pair order by solutions desc, given, truth limit ${limit} offset ${offset}
    )
    ${describePage(projectId)}`
}

export async function countPairs(
  db: Transaction,
  projectId: string,
  { show, text }: { show: keyof typeof conditions; text: string },
): Promise<number> {
  const [row] = await db.$queryRaw<[{ pairs: number }]>`
    select count(*)::int as pairs from (
      select 1 from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${projectId}::uuid and ${joinConditions(show, text)}
      group by s.answer, p.answer
    ) pair`
  return row.pairs
}

/** The pair as it is now; null where no solution has it. */
export async function findPair(
  db: Transaction,
  projectId: string,
  { given, truth }: AnswerPair,
): Promise<PairRow | null> {
  const [row] = await db.$queryRaw<PairRow[]>`
    with ${groupPairs(projectId, Prisma.sql`p.answer = ${truth} and s.answer = ${given}`)}, page as (select * from pair)
    ${describePage(projectId)}`
  return row ?? null
}

/** Of these, those that wait for a person are few and looked through first. */
export async function findPairTexts(
  db: Transaction,
  projectId: string,
  pair: string,
): Promise<AnswerPair | null> {
  const isPair = Prisma.sql`${pairHash(Prisma.sql`s.answer`, Prisma.sql`p.answer`)} = decode(${pair}, 'hex')`
  for (const show of ['settled', 'unsure', 'search'] as const) {
    const [row] = await db.$queryRaw<AnswerPair[]>`
      select s.answer as given, p.answer as truth
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${projectId}::uuid and ${joinConditions(show, '')} and ${isPair}
      limit 1`
    if (row) return row
  }
  return null
}

export async function countVerdicts(db: Transaction, projectId: string): Promise<VerdictCounts> {
  const [row] = await db.$queryRaw<[VerdictCounts]>`
    select count(*) filter (where verdict = 'correct')::int as correct,
      count(*) filter (where verdict = 'wrong')::int as wrong,
      count(*) filter (where verdict = 'unsure')::int as unsure,
      count(*) filter (where verdict_by = 'person')::int as settled
    from solution where project_id = ${projectId}::uuid`
  return row
}

function joinConditions(show: keyof typeof conditions, text: string): Prisma.Sql {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const hasText =
    text === '' ? Prisma.sql`true` : Prisma.sql`(s.answer ilike ${like} or p.answer ilike ${like})`
  return Prisma.sql`${conditions[show]} and s.answer is not null and p.answer is not null and ${hasText}`
}

/** `example`: the first solution of those with the verdict that most have. */
const groupPairs = (projectId: string, condition: Prisma.Sql) => Prisma.sql`
  counted as (
    select s.answer as given, p.answer as truth, count(*)::int as solutions,
      count(distinct s.problem_id)::int as problems,
      mode() within group (order by s.verdict) as verdict,
      min(s.verdict_by) as first_by, max(s.verdict_by) as last_by,
      min(s.id::text) filter (where s.verdict = 'correct') as correct,
      min(s.id::text) filter (where s.verdict = 'wrong') as wrong,
      min(s.id::text) filter (where s.verdict = 'unsure') as unsure
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = ${projectId}::uuid and ${condition}
    group by s.answer, p.answer
  ), pair as (
    select *, case verdict when 'correct' then correct when 'wrong' then wrong else unsure end::uuid as example
    from counted
  )`

const describePage = (projectId: string) => Prisma.sql`
  select c.given, c.truth, coalesce(r.verdict, c.verdict)::text as verdict, s.verdict_reason as reason,
    case when r.verdict is not null then 'person' when c.first_by = c.last_by then c.first_by::text else 'grader'
      end as by,
    u.name as "ruledBy", r.ruled_at as "ruledAt", r.note, c.solutions, c.problems,
    left(p.statement, ${shownCharacters}) as problem, s.id as solution,
    coalesce(left(s.steps[cardinality(s.steps)], ${shownCharacters}), '') as "lastStep"
  from page c
    join solution s on s.project_id = ${projectId}::uuid and s.id = c.example
    join problem p on p.project_id = s.project_id and p.id = s.problem_id
    left join answer_ruling r on r.project_id = s.project_id
      and r.pair_hash = ${pairHash(Prisma.sql`c.given`, Prisma.sql`c.truth`)}
    left join app_user u on u.id = coalesce(r.user_id, s.verdict_user_id)
  order by c.solutions desc, c.given, c.truth`
