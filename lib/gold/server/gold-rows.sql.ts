import { excerptMaxLength } from '@/lib/agreement/server/disagreements.sql'
import {
  firstErrorSql,
  isComparableSql,
  isServedForQualityControlSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { GoldOrigin } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { goldAnswerScoreSql, isSubmittedGoldAnnotationSql } from './gold-answers.sql'

export interface GoldRow {
  firstErrors: number[]
  explanation: string | null
  origin: GoldOrigin
  by: string | null
  at: Date
}

/** Answers to gold by score. */
export interface GoldAnswerCounts {
  exact: number
  near: number
  verdict: number
  missed: number
  falseAlarm: number
  unanswered: number
}

export interface GoldListRow extends GoldRow, AnswerCountsRow {
  solution: string
  externalId: string | null
  problem: string
  stepCount: number
  cursor: string
}

export interface GoldFilter {
  origin?: GoldOrigin | undefined
  error?: 'some' | 'none' | undefined
  search?: string | undefined
}

/**
 * Annotations that were served as gold `g`, with their score; null without an answer. Looks them up by key, because with old
 * statistics another index would be scanned for each gold solution.
 */
const answersOfGoldSql = Prisma.sql`(
  select l.is_screening, ${goldAnswerScoreSql} as score
  from (select * from annotation where project_id = g.project_id and solution_id = g.solution_id offset 0) l
  where ${isSubmittedGoldAnnotationSql})`

const countAnswersSql = (condition: Prisma.Sql) => Prisma.sql`jsonb_build_object(
  'exact', count(*) filter (where ${condition} and a.score = 'exact'),
  'near', count(*) filter (where ${condition} and a.score = 'near'),
  'verdict', count(*) filter (where ${condition} and a.score = 'verdict'),
  'missed', count(*) filter (where ${condition} and a.score = 'missed'),
  'falseAlarm', count(*) filter (where ${condition} and a.score = 'false_alarm'),
  'unanswered', count(*) filter (where ${condition} and a.score is null))`

/** Counts of answers in work and in screening, as `c`. */
const answerCountsSql = Prisma.sql`(select ${countAnswersSql(Prisma.sql`not a.is_screening`)} as answers,
  ${countAnswersSql(Prisma.sql`a.is_screening`)} as screening_answers from ${answersOfGoldSql} a) c`

interface AnswerCountsRow {
  /** Answers to gold that was served among ordinary work. */
  answers: GoldAnswerCounts
  screeningAnswers: GoldAnswerCounts
}

const goldColumns = Prisma.sql`g.first_errors as "firstErrors", g.explanation, g.origin::text, u.name as by,
  g.created_at as at`

/** Condition on `gold_item g`, its solution `s` and its problem `p`. */
const matchesFilterSql = (projectId: string, { origin, error, search }: GoldFilter) => Prisma.sql`
  g.project_id = ${projectId}::uuid
  ${origin ? Prisma.sql`and g.origin = ${origin}::gold_origin` : Prisma.empty}
  ${error ? Prisma.sql`and (cardinality(g.first_errors) > 0) = ${error === 'some'}` : Prisma.empty}
  ${
    search
      ? Prisma.sql`and position(lower(${search}) in lower(
          concat_ws(E'\n', p.statement, g.explanation, s.external_id))) > 0`
      : Prisma.empty
  }`

/**
 * Looks up solution `s` and problem `p` of `gold_item g` by key. With statistics from before the project was filled, a
 * join would scan the whole project for each gold item.
 */
const solutionJoinSql = Prisma.sql`
  cross join lateral (
    select id, external_id, revision, problem_id, cardinality(steps) as step_count from solution
    where project_id = g.project_id and id = g.solution_id offset 0
  ) s
  cross join lateral (
    select statement from problem where project_id = g.project_id and id = s.problem_id offset 0
  ) p`

const goldTablesSql = Prisma.sql`gold_item g ${solutionJoinSql}`

export async function countGold(
  db: Transaction,
  projectId: string,
  filter: GoldFilter,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    select count(*)::int as count from ${goldTablesSql} where ${matchesFilterSql(projectId, filter)}`
  return row.count
}

/**
 * Sort keys, descending. `hardest`: the share of inexact answers in work and screening, in millionths; gold without answers
 * comes last.
 */
const sortKeys = {
  newest: Prisma.sql`(extract(epoch from g.created_at) * 1000000)::bigint`,
  hardest: Prisma.sql`(select case when count(*) = 0 then 0 else
    1 + 1000000 * count(*) filter (where a.score is distinct from 'exact') / count(*) end::bigint from ${answersOfGoldSql} a)`,
} as const

export function listGoldRows(
  db: Transaction,
  projectId: string,
  filter: GoldFilter & { order: keyof typeof sortKeys },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<GoldListRow[]> {
  const [sortKey, id] = after?.split('_') ?? []
  const afterCursor = after
    ? Prisma.sql`where (position, solution_id) < (${sortKey}::bigint, ${id}::uuid)`
    : Prisma.empty
  return db.$queryRaw<GoldListRow[]>`
    with matched as materialized (
      select g.project_id, g.solution_id, ${sortKeys[filter.order]} as position from ${goldTablesSql}
      where ${matchesFilterSql(projectId, filter)}
    ), page as materialized (
      select * from matched ${afterCursor} order by position desc, solution_id desc limit ${limit}
    )
    select s.id as solution, s.external_id as "externalId", left(p.statement, ${excerptMaxLength}::int) as problem,
      s.step_count as "stepCount", ${goldColumns},
      c.answers, c.screening_answers as "screeningAnswers", w.position || '_' || w.solution_id as cursor
    from page w cross join lateral (
        select * from gold_item where project_id = w.project_id and solution_id = w.solution_id offset 0) g
      ${solutionJoinSql}
      cross join lateral ${answerCountsSql}
      left join app_user u on u.id = g.user_id
    order by w.position desc, w.solution_id desc`
}

/** The known first errors of one solution and the answers to it; null if it is not gold. */
export async function findGoldDetails(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<(GoldRow & AnswerCountsRow) | null> {
  const [row] = await db.$queryRaw<(GoldRow & AnswerCountsRow)[]>`
    select ${goldColumns}, c.answers, c.screening_answers as "screeningAnswers"
    from ${goldTablesSql} cross join lateral ${answerCountsSql} left join app_user u on u.id = g.user_id
    where g.project_id = ${projectId}::uuid and g.solution_id = ${solutionId}::uuid`
  return row ?? null
}

/** Whether annotation `l` answers gold. Imported annotations never do, even if marked as quality control. */
const isGoldAnswerOfAnnotatorSql = Prisma.sql`(${isServedForQualityControlSql()} and l.user_id is not null)`

/** The number of finished annotations of the current steps by first error, earliest first, none last. */
export function countAnnotationsByFirstError(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
) {
  return db.$queryRaw<{ error: number | null; work: number; answers: number }[]>`
    select ${firstErrorSql()} as error,
      (count(*) filter (where not ${isGoldAnswerOfAnnotatorSql}))::int as work,
      (count(*) filter (where ${isGoldAnswerOfAnnotatorSql}))::int as answers
    from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
    where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid and l.state = 'submitted'
      and ${isComparableSql(['gold', 'screening'])}
    group by 1 order by 1 nulls last`
}

/** The id of a solution by its external id; null if there is none. */
export async function findSolutionIdByExternalId(
  db: Transaction,
  projectId: string,
  externalId: string,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select id from solution where project_id = ${projectId}::uuid and external_id = ${externalId} order by id limit 1`
  return row?.id ?? null
}
