import {
  firstErrorSql,
  hasConclusiveFinishReasonSql,
  isServedForQualityControlSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import { isExactGoldAnswerSql } from '@/lib/gold/server/gold-answers.sql'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import type { ArmComparisonAnnotation } from '../hidden-reference-accumulator'

/**
 * Submitted annotations that were assigned to an arm, by problem. Problems without a reference answer have none. Earlier
 * annotations of solutions that are gold now are excluded.
 */
export function selectArmComparisonAnnotationsSql(projectId: string): Prisma.Sql {
  return Prisma.sql`
    select s.problem_id, l.user_id, l.answer_shown::int, l.hidden_reference_share,
      case when not is_check and ${hasConclusiveFinishReasonSql}
        then (l.finish_reason = 'found_error')::int end,
      ${firstErrorSql()} + 1,
      s.verdict::text,
      case when is_check and g.solution_id is not null then ${isExactGoldAnswerSql}::int end,
      cardinality(l.ratings), l.total_time_ms::float8
    from (select *, ${isServedForQualityControlSql()} as is_check from annotation l
        where project_id = ${projectId}::uuid and state = 'submitted' and flow = 'solution' and hidden_reference_share is not null
          and user_id is not null and irregular is null) l
      join (select * from solution where project_id = ${projectId}::uuid) s
        on s.id = l.solution_id and s.revision = l.revision
      join (select * from problem where project_id = ${projectId}::uuid and answer is not null) p on p.id = s.problem_id
      left join (select * from gold_item where project_id = ${projectId}::uuid) g on g.solution_id = s.id
    where is_check or g.solution_id is null
    order by s.problem_id, s.id, l.id`
}

export function readArmComparisonAnnotationRow(row: BinaryCopyRow): ArmComparisonAnnotation {
  const hasError = row.int(4)
  const isExact = row.int(7)
  return {
    problem: row.hex(0),
    person: row.hex(1),
    isReferenceShown: row.int(2) === 1,
    hiddenShare: row.float8(3)!,
    hasError: hasError === null ? null : hasError === 1,
    firstError: row.int(5),
    verdict: row.text(6) as ArmComparisonAnnotation['verdict'],
    isExact: isExact === null ? null : isExact === 1,
    stepsRead: row.int(8) ?? 0,
    activeMs: row.float8(9) ?? 0,
  }
}
