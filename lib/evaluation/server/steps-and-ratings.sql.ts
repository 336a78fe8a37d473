import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import { maxUnlabelledSolutionsForHints } from '../evaluation-limits'

/**
 * Steps and ratings of labelled solutions, then steps of unlabelled ones in queue order. Solutions that were
 * labelled only before their steps were repaired are in neither. For `BulkRowReader.stream`.
 */
export function selectStepsAndRatingsSql(projectId: string): Prisma.Sql {
  return Prisma.sql`
    select s.id, to_json(s.steps)::text as steps, r.ratings
    from (
      (select l.solution_id, json_agg(to_json(l.ratings))::text as ratings, 0 as position, null::int as tier,
          null::int as pass, null::float8 as priority
        from annotation l join solution own on own.project_id = l.project_id and own.id = l.solution_id
          and own.revision = l.revision
        where l.project_id = ${projectId}::uuid and l.state = 'submitted' and l.flow = 'solution'
        group by l.solution_id)
      union all
      (select q.solution_id, null, 1, q.tier, q.pass, q.priority
        from queue_item q
        where q.project_id = ${projectId}::uuid and not exists (select from annotation l
          where l.project_id = q.project_id and l.solution_id = q.solution_id and l.state = 'submitted')
        order by q.tier, q.pass, q.priority desc, q.solution_id limit ${maxUnlabelledSolutionsForHints})
    ) r join solution s on s.project_id = ${projectId}::uuid and s.id = r.solution_id and s.flow = 'solution'
    order by r.position, r.tier, r.pass, r.priority desc, s.id`
}

export function readStepsAndRatingsRow(row: BinaryCopyRow) {
  return { solution: row.hex(0), steps: row.text(1), ratings: row.text(2) }
}
