import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryRow } from '@/lib/platform/server/binary-row'
import type { EvaluationOptions } from '../contract'
import { evaluatedRunJoinSql } from './samples.sql'

/** Slice of imported labels. */
export const importedSlice = 'imported'
/** Slice of solutions labelled here that are no longer in the queue. */
const unqueuedSlice = 'unqueued'

/** Submitted annotations of the current steps with their step scores, by problem, without gold and screening. */
export function selectLabelledSteps(
  projectId: string,
  { scores }: Pick<EvaluationOptions, 'scores'>,
): Prisma.Sql {
  const stepScores =
    scores === 'imported'
      ? Prisma.sql`s.step_scores::text`
      : Prisma.sql`to_json(c.step_scores)::text`
  return Prisma.sql`
    select s.id, s.problem_id,
      case when l.import_id is not null then 0 else coalesce(l.generation, q.round, 0) end as round,
      case when l.import_id is not null then ${importedSlice}
        when q.round = coalesce(l.generation, q.round) then q.slice else ${unqueuedSlice} end as slice,
      to_json(l.ratings)::text as ratings, ${stepScores} as step_scores,
      coalesce(cardinality(s.steps), 0) as step_count
    from (select * from annotation where project_id = ${projectId}::uuid and state = 'submitted'
        and flow = 'solution' and not is_quality_control and not is_screening) l
      join (select * from solution where project_id = ${projectId}::uuid) s
        on s.id = l.solution_id and s.revision = l.revision
      left join (select solution_id, round, slice from queue_item where project_id = ${projectId}::uuid) q
        on q.solution_id = s.id
      ${evaluatedRunJoinSql(projectId, scores)}
    order by s.problem_id, s.id, l.id`
}

export function readLabelledRow(row: BinaryRow) {
  return {
    solution: row.hex(0),
    problem: row.hex(1),
    round: row.int(2) ?? 0,
    slice: row.text(3) ?? unqueuedSlice,
    ratings: row.text(4),
    stepScores: row.text(5),
    steps: row.int(6) ?? 0,
  }
}
