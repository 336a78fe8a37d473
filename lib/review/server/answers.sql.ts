import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict, VerdictSource } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { shownAnswerCharacters } from '../shown-answer'
import { pairHash } from './hash-pair'
import { sayInSql } from './say-in-sql'

/** Two final answers: what solutions say, and what their problems do. */
export interface AnswerPair {
  given: string
  truth: string
}

/** How a pair or a solution stands, and by whom. */
export interface StandingRow {
  verdict: Verdict
  reason: string
  by: VerdictSource
  ruledBy: string | null
  ruledAt: Date | null
  note: string | null
}

export interface PairRow extends AnswerPair, StandingRow {
  pair: string
  solutions: number
  problems: number
  correctSolutions: number
  wrongSolutions: number
  unsureSolutions: number
  problem: string
  solution: string
  lastStep: string
}

export interface VerdictCounts {
  correct: number
  wrong: number
  unsure: number
  settled: number
  leftUnsure: number
  unanswered: number
  unreferenced: number
}

/** Texts of an example that is shown; whole ones may be a megabyte. */
const shownCharacters = 10_000

/** Said literally, so that the index of those few is used (migration answer_rulings). */
const conditions = {
  unsure: Prisma.sql`s.verdict = 'unsure' and s.verdict_by <> 'person'`,
  settled: Prisma.sql`s.verdict_by = 'person'`,
  search: Prisma.sql`true`,
} as const

const orders = {
  unsure: Prisma.empty,
  settled: Prisma.sql`greatest(said.ruled_at, pair.overruled_at) desc nulls last, `,
  search: Prisma.empty,
} as const

/**
 * Pairs, those of most solutions first, and settled ones newest first. What has no answer, or no reference answer, is in
 * no pair.
 */
export function listPairs(
  db: Transaction,
  projectId: string,
  wanted: { show: keyof typeof conditions; text: string; limit: number; offset: number },
): Promise<PairRow[]> {
  const { show, text, limit, offset } = wanted
  return db.$queryRaw<PairRow[]>`
    with ${groupPairs(projectId, joinConditions(show, text))}, page as (
      select pair.*, row_number() over (order by ${orders[show]}pair.solutions desc, pair.given, pair.truth) as place
      from pair ${show === 'settled' ? joinRuledAt(projectId) : Prisma.empty}
      order by place limit ${limit} offset ${offset}
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
    with ${groupPairs(projectId, Prisma.sql`p.answer = ${truth} and s.answer = ${given}`)}, page as (select *, 1 as place from pair)
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
    with unpaired as (
      select count(*) filter (where p.answer is not null)::int as unanswered,
        count(*) filter (where p.answer is null)::int as unreferenced
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${projectId}::uuid and ${conditions.unsure} and (s.answer is null or p.answer is null)
    )
    select count(*) filter (where verdict = 'correct')::int as correct,
      count(*) filter (where verdict = 'wrong')::int as wrong,
      count(*) filter (where verdict = 'unsure')::int as unsure,
      count(*) filter (where verdict_by = 'person')::int as settled,
      count(*) filter (where verdict = 'unsure' and verdict_by = 'person')::int as "leftUnsure",
      (select unanswered from unpaired) as unanswered, (select unreferenced from unpaired) as unreferenced
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
      count(*) filter (where s.verdict = 'correct')::int as correct_solutions,
      count(*) filter (where s.verdict = 'wrong')::int as wrong_solutions,
      count(*) filter (where s.verdict = 'unsure')::int as unsure_solutions,
      min(s.verdict_by) as first_by, max(s.verdict_by) as last_by, max(s.overruled_at) as overruled_at,
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

const joinRuledAt = (projectId: string) => Prisma.sql`
  left join answer_ruling said on said.project_id = ${projectId}::uuid
    and said.pair_hash = ${pairHash(Prisma.sql`pair.given`, Prisma.sql`pair.truth`)}`

/** What stands of a pair is the ruling on it; without one, what its example says. */
const describePage = (projectId: string) => Prisma.sql`
  select encode(c.hash, 'hex') as pair, left(c.given, ${shownAnswerCharacters}) as given,
    left(c.truth, ${shownAnswerCharacters}) as truth,
    coalesce(r.verdict, c.verdict)::text as verdict,
    case when r.verdict is null then s.verdict_reason else ${sayInSql(Prisma.sql`r.note`)} end as reason,
    case when r.verdict is not null then 'person' when c.first_by = c.last_by then c.first_by::text else 'grader'
      end as by,
    u.name as "ruledBy", r.ruled_at as "ruledAt", r.note, c.solutions, c.problems,
    c.correct_solutions as "correctSolutions", c.wrong_solutions as "wrongSolutions",
    c.unsure_solutions as "unsureSolutions",
    left(p.statement, ${shownCharacters}) as problem, s.id as solution,
    coalesce(left(s.steps[cardinality(s.steps)], ${shownCharacters}), '') as "lastStep"
  from (select *, ${pairHash(Prisma.sql`given`, Prisma.sql`truth`)} as hash from page) c
    join solution s on s.project_id = ${projectId}::uuid and s.id = c.example
    join problem p on p.project_id = s.project_id and p.id = s.problem_id
    left join answer_ruling r on r.project_id = s.project_id and r.pair_hash = c.hash
    left join app_user u on u.id = case when r.verdict is not null then r.user_id
      when c.first_by = 'person' and c.last_by = 'person' then s.verdict_user_id end
  order by c.place`
