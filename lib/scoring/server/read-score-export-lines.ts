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

/** Whether `x` is a score of the solution `s` in the run. Scores from before a repair are of other steps. */
const isScoreInRunSql = ({
  runId,
}: ScoreRunKey) => Prisma.sql`x.project_id = s.project_id and x.run_id = ${runId}::uuid
  and x.solution_id = s.id and x.revision = s.revision and x.message is null`

const scoredTablesSql = (run: ScoreRunKey) =>
  Prisma.sql`solution_score x join solution s on ${isScoreInRunSql(run)}`
const isScoredSql = ({ projectId }: ScoreRunKey, after: string) =>
  Prisma.sql`x.project_id = ${projectId}::uuid and x.solution_id > ${after}::uuid`

/** All other solutions with steps, without scores. A subquery per row, as in `readUnscoredSolutions`. */
const unscoredTablesSql = Prisma.sql`solution s left join solution_score x on false`
const isUnscoredSql = (run: ScoreRunKey, after: string) => Prisma.sql`s.id > ${after}::uuid
  and ${isInRunScopeSql(run.projectId, 'all')}
  and case when exists (select from solution_score x where ${isScoreInRunSql(run)}) then false else true end`

/** A line for each solution that has a score in the run, or with `scored` = `no` for each that has none, by id. */
export async function* readScoreExportLines(
  rows: BulkRowReader,
  run: ScoreRunKey,
  scored: 'yes' | 'no',
): AsyncGenerator<string> {
  for (let after = smallestId; ;) {
    const page = await rows.read(Prisma.sql`
      select s.id::text, (${sampleSql})::text
      from ${scored === 'yes' ? scoredTablesSql(run) : unscoredTablesSql}
        join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where ${scored === 'yes' ? isScoredSql(run, after) : isUnscoredSql(run, after)}
      order by s.id limit ${pageRows}`)
    for (const row of page) yield row.read(1)
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = last.id
  }
}
