import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import type { Transaction } from '@/lib/platform/server/database'
import {
  scoreColumnSqlByAggregation,
  solutionScoreJoinSql,
} from '@/lib/scoring/server/run-scores.sql'
import type { EvaluationOptions } from '../contract'

/** Only this many characters of an answer are read. Answers that differ only after them get one common vote. */
const maxAnswerLength = 2_000

/** Joins the scores of a run; empty for imported scores. */
export const evaluatedScoreRunJoinSql = (projectId: string, scores: string) =>
  scores === 'imported' ? Prisma.empty : solutionScoreJoinSql(projectId, scores)

/** The value of this column; null if the run scored only the whole solution. */
const ifStepScoresSql = (column: Prisma.Sql) =>
  Prisma.sql`case when cardinality(c.step_scores) > 0 then ${column} end`

/** All solutions with their scores, by problem. For `BulkRowReader.stream`; read each row with `readScoredSampleRow`. */
export function selectScoredSamplesSql(
  projectId: string,
  { scores, aggregation, neutral }: EvaluationOptions,
): Prisma.Sql {
  const run = scoreColumnSqlByAggregation[neutral]
  const columns =
    scores === 'imported'
      ? Prisma.sql`s.score, null::float8 as product, null::float8 as minimum, s.step_scores::text as steps`
      : Prisma.sql`${run[aggregation]} as score, ${ifStepScoresSql(run.product)} as product,
          ${ifStepScoresSql(run.minimum)} as minimum, null::text as steps`
  return Prisma.sql`
    select s.problem_id, s.verdict::text, left(s.answer, ${maxAnswerLength}) as answer, ${columns},
      coalesce(cardinality(s.steps), 0) as step_count
    from (select * from solution where project_id = ${projectId}::uuid and flow = 'solution') s
      ${evaluatedScoreRunJoinSql(projectId, scores)}
    order by s.problem_id, s.id`
}

export function readScoredSampleRow(row: BinaryCopyRow) {
  return {
    problem: row.hex(0),
    verdict: row.text(1) as 'correct' | 'wrong' | 'unsure',
    answer: row.text(2),
    score: row.float8(3),
    product: row.float8(4),
    minimum: row.float8(5),
    stepScores: row.text(6),
    steps: row.int(7) ?? 0,
  }
}

/** Rows to read, for the progress bar. */
export async function countRowsToEvaluate(
  db: Transaction,
  projectId: string,
): Promise<{ solutions: number; annotations: number; labelled: number; queued: number }> {
  const [row] = await db.$queryRaw<
    [{ solutions: number; annotations: number; labelled: number; queued: number }]
  >`
    select
      (select count(*)::int from solution where project_id = ${projectId}::uuid and flow = 'solution') as solutions,
      (select count(*)::int from annotation
        where project_id = ${projectId}::uuid and state = 'submitted') as annotations,
      (select count(distinct solution_id)::int from annotation
        where project_id = ${projectId}::uuid and state = 'submitted') as labelled,
      (select count(*)::int from queue_item where project_id = ${projectId}::uuid) as queued`
  return row
}

/** Whether any solution has a ranking score among these scores. */
export async function hasRankingScores(
  db: Transaction,
  projectId: string,
  scores: string,
): Promise<boolean> {
  const [row] =
    scores === 'imported'
      ? await db.$queryRaw<[{ has: boolean }]>`
          select exists (select from solution where project_id = ${projectId}::uuid
            and (score is not null or (step_scores is not null and jsonb_typeof(step_scores) = 'array'))) as has`
      : await db.$queryRaw<[{ has: boolean }]>`
          select exists (select from solution_score
            where project_id = ${projectId}::uuid and run_id = ${scores}::uuid and product is not null) as has`
  return row.has
}
