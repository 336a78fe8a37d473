import {
  countsAsWorkSql,
  servingRoundSql,
  servingSliceSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import { isTrainableSql } from '@/lib/scoring/server/read-labelled-solutions'
import type { EvaluationOptions } from '../contract'
import { evaluatedScoreRunJoinSql } from './samples.sql'

/** Slice of imported labels. */
export const importedLabelsSlice = 'imported'
/** Slice of solutions labelled here that are no longer in the queue. */
const unqueuedSlice = 'unqueued'

/** Submitted annotations of the current steps with their step scores, by problem, without gold and screening. */
export function selectRatingsAndScoresSql(
  projectId: string,
  { scores }: Pick<EvaluationOptions, 'scores'>,
  heldOutProblems: readonly string[],
): Prisma.Sql {
  const isTrainingSql =
    scores === 'imported'
      ? Prisma.sql`false`
      : Prisma.sql`(${isTrainableSql(projectId, heldOutProblems)}
          and coalesce(i.finished_at, l.submitted_at) <= v.finished_at)`
  const stepScoresSql =
    scores === 'imported'
      ? Prisma.sql`s.step_scores::text`
      : Prisma.sql`to_json(c.step_scores)::text`
  return Prisma.sql`
    select s.id, s.problem_id,
      case when l.import_id is not null then 0 else coalesce(${servingRoundSql}, 0) end as round,
      case when l.import_id is not null then ${importedLabelsSlice} else coalesce(${servingSliceSql}, ${unqueuedSlice}) end
        as slice,
      to_json(l.ratings)::text as ratings, ${stepScoresSql} as step_scores,
      coalesce(cardinality(s.steps), 0) as step_count, case when ${isTrainingSql} then 1 else 0 end as is_training
    from (select * from annotation l where project_id = ${projectId}::uuid and state = 'submitted'
        and flow = 'solution' and ${countsAsWorkSql()}) l
      join (select * from solution where project_id = ${projectId}::uuid) s
        on s.id = l.solution_id and s.revision = l.revision
      left join (select solution_id, round, slice from queue_item where project_id = ${projectId}::uuid) q
        on q.solution_id = s.id
      ${scores === 'imported' ? Prisma.empty : trainingTimesJoinSql(projectId, scores)}
      ${evaluatedScoreRunJoinSql(projectId, scores)}
    order by s.problem_id, s.id, l.id`
}

/** Joins when an imported annotation was imported, and when the version of the scorer was trained. */
const trainingTimesJoinSql = (projectId: string, run: string) => Prisma.sql`
      left join (select id, finished_at from import_batch where project_id = ${projectId}::uuid) i on i.id = l.import_id
      left join (
        select v.finished_at from score_run r join scorer_version v
          on v.project_id = r.project_id and v.scorer_id = r.scorer_id and v.version = r.version
        where r.project_id = ${projectId}::uuid and r.id = ${run}::uuid) v on true`

export function readRatingsAndScoresRow(row: BinaryCopyRow) {
  return {
    solution: row.hex(0),
    problem: row.hex(1),
    round: row.int(2) ?? 0,
    slice: row.text(3) ?? unqueuedSlice,
    ratings: row.text(4),
    stepScores: row.text(5),
    steps: row.int(6) ?? 0,
    isTraining: row.int(7) === 1,
  }
}
