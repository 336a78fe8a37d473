import { Prisma } from '@/lib/generated/prisma/client'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import { isInRunScopeSql, type ScoreRunKey } from './score-run-rows.sql'

const pageRows = 1_000
const smallestId = '00000000-0000-0000-0000-000000000000'

/** Whether only the whole solution is scored. */
const isSolutionScoreSql = Prisma.sql`cardinality(x.step_scores) = 0`

const isTripleSql = Prisma.sql`(not ${isSolutionScoreSql} and cardinality(x.step_scores) = 3 * cardinality(s.steps))`

/** P(-1), P(0) and P(+1) of each step, as in PRM800K. */
const ratingProbabilitiesSql = Prisma.sql`(select json_agg(json_build_object('-1', x.step_scores[3 * i - 2],
  '0', x.step_scores[3 * i - 1], '1', x.step_scores[3 * i]) order by i) from generate_series(1, cardinality(s.steps)) i)`

/** P(correct): neutral and positive together, as in the PRM800K paper. */
const correctProbabilitiesSql = Prisma.sql`(select json_agg(least(1, x.step_scores[3 * i - 1]::float8 + x.step_scores[3 * i]) order by i)
  from generate_series(1, cardinality(s.steps)) i)`

const sampleSql = Prisma.sql`json_build_object(
  'unique_id', coalesce(p.external_id, p.id::text), 'problem', p.statement, 'solution_id', s.id,
  'steps', s.steps, 'answer', s.answer, 'ground_truth_answer', p.answer,
  'is_correct', case s.verdict when 'correct' then true when 'wrong' then false end,
  'rating_probs', case when ${isTripleSql} then ${ratingProbabilitiesSql} end,
  'step_scores', case when ${isTripleSql} then ${correctProbabilitiesSql} when not ${isSolutionScoreSql} then array_to_json(x.step_scores) end,
  'prm_score', x.product, 'disagreement', x.disagreement)`

/** Whether `x` is a score of the current steps of the solution `s`. Scores from before a repair are of other steps. */
const isScoreSql = Prisma.sql`x.project_id = s.project_id and x.solution_id = s.id and x.revision = s.revision
  and x.message is null`

const isScoreInRunSql = ({ runId }: ScoreRunKey) =>
  Prisma.sql`${isScoreSql} and x.run_id = ${runId}::uuid`

const scoredTablesSql = (run: ScoreRunKey) =>
  Prisma.sql`solution_score x join solution s on ${isScoreInRunSql(run)}`
const isScoredSql = ({ projectId }: ScoreRunKey, after: string) =>
  Prisma.sql`x.project_id = ${projectId}::uuid and x.solution_id > ${after}::uuid`

/** All other solutions with steps, without scores. A subquery per row, as in `readUnscoredSolutions`. */
const unscoredTablesSql = Prisma.sql`solution s left join solution_score x on false`
const isUnscoredSql = (projectId: string, after: string, scores: Prisma.Sql) => Prisma.sql`
  s.id > ${after}::uuid and ${isInRunScopeSql(projectId, 'all')}
  and case when exists (select from ${scores}) then false else true end`

const scoresInRunSql = (run: ScoreRunKey) =>
  Prisma.sql`solution_score x where ${isScoreInRunSql(run)}`

/** Looks up the score of each run by its key, because scores have no index by solution. */
const scoresInAnyRunSql = Prisma.sql`score_run r cross join lateral (
  select from solution_score x where ${isScoreSql} and x.run_id = r.id offset 0) x
  where r.project_id = s.project_id`

/** A line for each solution that has a score in the run, or with `scored` = `no` for each that has none, by id. */
export function readScoreExportLines(
  rows: BulkRowReader,
  run: ScoreRunKey,
  scored: 'yes' | 'no',
): AsyncGenerator<string> {
  return readLines(rows, (after) =>
    scored === 'yes'
      ? { tables: scoredTablesSql(run), condition: isScoredSql(run, after) }
      : {
          tables: unscoredTablesSql,
          condition: isUnscoredSql(run.projectId, after, scoresInRunSql(run)),
        },
  )
}

/** A line for each solution that has no score in any run, by id. */
export function readUnscoredExportLines(
  rows: BulkRowReader,
  projectId: string,
): AsyncGenerator<string> {
  return readLines(rows, (after) => ({
    tables: unscoredTablesSql,
    condition: isUnscoredSql(projectId, after, scoresInAnyRunSql),
  }))
}

async function* readLines(
  rows: BulkRowReader,
  selectAfter: (after: string) => { tables: Prisma.Sql; condition: Prisma.Sql },
): AsyncGenerator<string> {
  for (let after = smallestId; ;) {
    const { tables, condition } = selectAfter(after)
    const page = await rows.read(Prisma.sql`
      select s.id::text, (${sampleSql})::text
      from ${tables}
        join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where ${condition}
      order by s.id limit ${pageRows}`)
    for (const row of page) yield row.read(1)
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.id
  }
}
