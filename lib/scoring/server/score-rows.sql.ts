import { Prisma } from '@/lib/generated/prisma/client'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import type { Transaction } from '@/lib/platform/server/database'
import {
  hasRowInScoreRunSql,
  isInRunScopeSql,
  type ScoreRunKey,
  type ScoreScope,
} from './score-run-rows.sql'
import { type SolutionScoreColumns, scoreColumnsSql } from './solution-score-columns'

export interface UnscoredSolution {
  id: string
  problem: string
  steps: string[]
  /** Revision of the steps. */
  revision: number
}

/**
 * The next solutions without a score or failure in the run, by id. A subquery per row checks this, because
 * the planner could reverse a join and read all scores for every page.
 */
export async function readUnscoredSolutions(
  rows: BulkRowReader,
  run: ScoreRunKey,
  { scope, after, count }: { scope: ScoreScope; after: string; count: number },
): Promise<UnscoredSolution[]> {
  const pageRows = await rows.read(Prisma.sql`
    select w.id::text, p.statement, array_to_json(w.steps)::text, w.revision::text
    from (select s.id, s.problem_id, s.steps, s.revision from solution s
        where s.id > ${after}::uuid and ${isInRunScopeSql(run.projectId, scope)}
          and case when ${hasRowInScoreRunSql(run.runId)} then false else true end
        order by s.id limit ${count}) w
      join problem p on p.project_id = ${run.projectId}::uuid and p.id = w.problem_id
    order by w.id`)
  return pageRows.map((row) => ({
    id: row.id,
    problem: row.read(1),
    steps: JSON.parse(row.read(2)) as string[],
    revision: Number(row.read(3)),
  }))
}

/** Scores with one of these keys in any run of the project, by the key in hexadecimal. */
export async function findReusableScores(
  db: Transaction,
  projectId: string,
  keys: readonly Buffer[],
): Promise<Map<string, SolutionScoreColumns>> {
  if (keys.length === 0) return new Map()
  const rows = await db.$queryRaw<(SolutionScoreColumns & { key: string })[]>`
    select distinct on (content_key) encode(content_key, 'hex') as key, ${scoreColumnsSql}
    from solution_score
    where project_id = ${projectId}::uuid and content_key = any(${keys}::bytea[]) and message is null
    order by content_key, run_id`
  return new Map(rows.map(({ key, ...values }) => [key, values]))
}

export interface ScoreFailureCount {
  message: string
  solutions: number
  example: string
}

/** By reason, most frequent first. */
export function countScoreFailuresByMessage(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
  count: number,
): Promise<ScoreFailureCount[]> {
  return db.$queryRaw<ScoreFailureCount[]>`
    select message, count(*)::int as solutions, (array_agg(solution_id order by solution_id))[1] as example
    from solution_score
    where project_id = ${projectId}::uuid and run_id = ${runId}::uuid and message is not null
    group by message order by solutions desc, message limit ${count}`
}

/** Call it after inserting many rows, before queries whose plans depend on them. */
export async function analyzeScoreTable(db: Transaction): Promise<void> {
  await db.$executeRaw`analyze solution_score`
}
