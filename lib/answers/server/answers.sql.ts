import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict, VerdictSource } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { countListRows, listPageSql } from '@/lib/platform/server/stored-lists.sql'
import { projectCountsSql } from '@/lib/projects/server/project-counts.sql'
import { maxAnswerExcerptCharacters } from '../answer-excerpt'
import { answerPairHashSql } from './answer-pair-hash'
import { unsurePairs } from './unsure-pairs.sql'
import { answerPairReasonSql } from './verdict-reason.sql'

/** A solution's final answer and its problem's reference answer. */
export interface AnswerPair {
  answer: string
  referenceAnswer: string
}

/** The verdict on a pair or a solution, and who gave it. */
export interface VerdictStatusRow {
  verdict: Verdict
  reason: string
  by: VerdictSource
  decidedBy: string | null
  decidedAt: Date | null
  note: string | null
}

export interface AnswerPairRow extends AnswerPair, VerdictStatusRow {
  pair: string
  solutions: number
  problems: number
  correctSolutions: number
  wrongSolutions: number
  unsureSolutions: number
  problem: string
  solution: string
  lastStep: string
  /** Pairs on all pages. */
  total: number
}

export interface VerdictCounts {
  correct: number
  wrong: number
  unsure: number
  decided: number
  decidedUnsure: number
  noAnswer: number
  noReferenceAnswer: number
}

/** Shortens the texts of the example, which may be a megabyte. */
const excerptLength = 10_000

/** The values are literals and not parameters, so that the partial index is used. */
const conditions = {
  unsure: Prisma.sql`s.verdict = 'unsure' and s.verdict_source <> 'person'`,
  decided: Prisma.sql`s.verdict_source = 'person'`,
  search: Prisma.sql`true`,
} as const

/**
 * Pairs with the latest decision come first; without one, those with most solutions. Bytewise and with a short start of the
 * answer first, as in the index `unsure_pair_order`.
 */
const pairOrderSql = Prisma.sql`latest_decision desc nulls last, solutions desc, left(given, 100) collate "C", given collate "C",
  reference_answer collate "C"`

interface PairFilter {
  show: keyof typeof conditions
  text: string
}

/**
 * Pairs with most solutions first; with `show: 'decided'`, those with the latest decision first. Solutions without an
 * answer or reference answer are in no pair.
 */
export function listAnswerPairRows(
  db: Transaction,
  projectId: string,
  { show, text, limit, offset }: PairFilter & { limit: number; offset: number },
): Promise<AnswerPairRow[]> {
  if (show === 'unsure') return listUnsurePairRows(db, projectId, { text, limit, offset })
  return db.$queryRaw<AnswerPairRow[]>`
    with ${pairTablesSql(projectId, pairFilterSql(show, text))}, page as (
      select pair.*, ${show === 'decided' ? latestDecisionSql(projectId) : noTimeSql} as latest_decision,
        (select count(*)::int from counted) as total
      from pair order by ${pairOrderSql} limit ${limit} offset ${offset}
    )
    ${selectPageSql(projectId)}`
}

/** Reads one page of stored pairs. */
function listUnsurePairRows(
  db: Transaction,
  projectId: string,
  { text, ...range }: { text: string; limit: number; offset: number },
): Promise<AnswerPairRow[]> {
  const orderBy = Prisma.sql`solutions desc, left(answer, 100) collate "C", answer collate "C", reference_answer collate "C"`
  const condition = textFilterSql(text, unsurePairAnswers)
  return db.$queryRaw<AnswerPairRow[]>`
    with ${listPageSql(unsurePairs, { projectId, condition, orderBy, ...range })}, unsure_page as (
      select answer as given, reference_answer, solutions, problems, 'unsure'::verdict as verdict, 0 as correct_solutions,
        0 as wrong_solutions, solutions as unsure_solutions, first_by, last_by, example, ${noTimeSql} as latest_decision, total
      from page
    )
    ${selectPageSql(projectId, Prisma.sql`unsure_page`)}`
}

export async function countAnswerPairs(
  db: Transaction,
  projectId: string,
  { show, text }: PairFilter,
): Promise<number> {
  if (show === 'unsure')
    return countListRows(db, unsurePairs, {
      projectId,
      condition: textFilterSql(text, unsurePairAnswers),
    })
  const [row] = await db.$queryRaw<[{ pairs: number }]>`
    select count(*)::int as pairs from (
      select 1 from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${projectId}::uuid and ${pairFilterSql(show, text)}
      group by s.answer, p.answer
    ) pair`
  return row.pairs
}

/** The current state of the pair; null if no solution has it. */
export async function findAnswerPair(
  db: Transaction,
  projectId: string,
  { answer, referenceAnswer }: AnswerPair,
): Promise<AnswerPairRow | null> {
  const [row] = await db.$queryRaw<AnswerPairRow[]>`
    with ${pairTablesSql(projectId, Prisma.sql`p.answer = ${referenceAnswer} and s.answer = ${answer}`)}, page as (
      select *, ${noTimeSql} as latest_decision, 1 as total from pair
    )
    ${selectPageSql(projectId)}`
  return row ?? null
}

/** Searches unsure and decided pairs before all others, because they are few. Null if no solution has the pair. */
export async function findAnswerPairTexts(
  db: Transaction,
  projectId: string,
  pair: string,
): Promise<AnswerPair | null> {
  const hash = Prisma.sql`decode(${pair}, 'hex')`
  const hashFilterSql = Prisma.sql`${answerPairHashSql(Prisma.sql`s.answer`, Prisma.sql`p.answer`)} = ${hash}`
  const isUnsure = Prisma.sql`s.id = (select solution_id from unsure_answer
    where project_id = ${projectId}::uuid and pair_hash = ${hash} limit 1)`
  for (const condition of [
    isUnsure,
    Prisma.sql`${pairFilterSql('decided', '')} and ${hashFilterSql}`,
    Prisma.sql`${pairFilterSql('search', '')} and ${hashFilterSql}`,
  ]) {
    const [row] = await db.$queryRaw<AnswerPair[]>`
      select s.answer as answer, p.answer as "referenceAnswer"
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${projectId}::uuid and ${condition}
      limit 1`
    if (row) return row
  }
  return null
}

/** Counts by verdict are stored. Of the solutions, reads only those that are unsure or decided by people: they are few. */
export async function countAnswerVerdicts(
  db: Transaction,
  projectId: string,
): Promise<VerdictCounts> {
  const [row] = await db.$queryRaw<[Omit<VerdictCounts, keyof UnpairedCounts>]>`
    select coalesce(sum(amount) filter (where kind = 'correct_solution'), 0)::int as correct,
      coalesce(sum(amount) filter (where kind = 'wrong_solution'), 0)::int as wrong,
      coalesce(sum(amount) filter (where kind = 'unsure_solution'), 0)::int as unsure,
      (select count(*)::int from solution s
        where s.project_id = ${projectId}::uuid and ${conditions.decided}) as decided,
      (select count(*)::int from solution s
        where s.project_id = ${projectId}::uuid and ${conditions.decided} and s.verdict = 'unsure') as "decidedUnsure"
    from ${projectCountsSql(projectId)} as counts`
  return { ...row, ...(await countUnpairedSolutions(db, projectId)) }
}

type UnpairedCounts = Pick<VerdictCounts, 'noAnswer' | 'noReferenceAnswer'>

/** Undecided solutions that are in no pair. */
export async function countUnpairedSolutions(
  db: Transaction,
  projectId: string,
): Promise<UnpairedCounts> {
  const [row] = await db.$queryRaw<[UnpairedCounts]>`
    select (select count(*)::int from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
        where s.project_id = ${projectId}::uuid and ${conditions.unsure} and s.answer is null and p.answer is not null) as "noAnswer",
      (select count(*)::int from problem p join solution s on s.project_id = p.project_id and s.problem_id = p.id
        where p.project_id = ${projectId}::uuid and p.answer is null and ${conditions.unsure}) as "noReferenceAnswer"`
  return row
}

const solutionAnswers = { answer: Prisma.sql`s.answer`, referenceAnswer: Prisma.sql`p.answer` }
const unsurePairAnswers = {
  answer: Prisma.sql`answer`,
  referenceAnswer: Prisma.sql`reference_answer`,
}

function textFilterSql(
  text: string,
  { answer, referenceAnswer }: Record<keyof AnswerPair, Prisma.Sql>,
): Prisma.Sql {
  if (text === '') return Prisma.sql`true`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return Prisma.sql`(${answer} ilike ${pattern} or ${referenceAnswer} ilike ${pattern})`
}

const pairFilterSql = (show: 'decided' | 'search', text: string) =>
  Prisma.sql`${conditions[show]} and s.answer is not null and p.answer is not null and ${textFilterSql(text, solutionAnswers)}`

/** `example`: the first solution with the most frequent verdict. */
const pairTablesSql = (projectId: string, condition: Prisma.Sql) => Prisma.sql`
  counted as materialized (
    select s.answer as given, p.answer as reference_answer, count(*)::int as solutions,
      count(distinct s.problem_id)::int as problems,
      mode() within group (order by s.verdict) as verdict,
      count(*) filter (where s.verdict = 'correct')::int as correct_solutions,
      count(*) filter (where s.verdict = 'wrong')::int as wrong_solutions,
      count(*) filter (where s.verdict = 'unsure')::int as unsure_solutions,
      min(s.verdict_source) as first_by, max(s.verdict_source) as last_by, max(s.overridden_at) as overridden_at,
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

const noTimeSql = Prisma.sql`null::timestamptz`

/** When the pair or one of its solutions was last decided on. */
const latestDecisionSql = (projectId: string) => Prisma.sql`greatest(pair.overridden_at, (
  select decision.decided_at from answer_decision decision where decision.project_id = ${projectId}::uuid
    and decision.pair_hash = ${answerPairHashSql(Prisma.sql`pair.given`, Prisma.sql`pair.reference_answer`)}))`

/** The verdict on a pair is the decision on it, else the verdict of its example. */
const selectPageSql = (projectId: string, page = Prisma.sql`page`) => Prisma.sql`
  select encode(c.hash, 'hex') as pair, left(c.given, ${maxAnswerExcerptCharacters}) as answer,
    left(c.reference_answer, ${maxAnswerExcerptCharacters}) as "referenceAnswer",
    coalesce(r.verdict, c.verdict)::text as verdict,
    case when r.verdict is null then s.verdict_reason else ${answerPairReasonSql(Prisma.sql`r.note`)} end as reason,
    case when r.verdict is not null then 'person' when c.first_by = c.last_by then c.first_by::text else 'grader'
      end as by,
    u.name as "decidedBy", r.decided_at as "decidedAt", r.note, c.solutions, c.problems,
    c.correct_solutions as "correctSolutions", c.wrong_solutions as "wrongSolutions",
    c.unsure_solutions as "unsureSolutions",
    left(p.statement, ${excerptLength}) as problem, s.id as solution,
    coalesce(left(s.steps[cardinality(s.steps)], ${excerptLength}), '') as "lastStep", c.total
  from (
      select *, row_number() over (order by ${pairOrderSql}) as position,
        ${answerPairHashSql(Prisma.sql`given`, Prisma.sql`reference_answer`)} as hash
      from ${page}
    ) c
    join solution s on s.project_id = ${projectId}::uuid and s.id = c.example
    join problem p on p.project_id = s.project_id and p.id = s.problem_id
    left join answer_decision r on r.project_id = s.project_id and r.pair_hash = c.hash
    left join app_user u on u.id = case when r.verdict is not null then r.user_id
      when c.first_by = 'person' and c.last_by = 'person' then s.verdict_user_id end
  order by c.position`
