import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import {
  scoreColumnSqlByAggregation,
  solutionScoreJoinSql,
} from '@/lib/scoring/server/run-scores.sql'
import type { UncertaintyMeasure } from '../candidate'
import type { NotSelectedReason } from '../contract'
import type { RoundPolicy } from '../policy'

/** The project fields that decide which solutions are eligible. */
export interface ProjectEligibilitySettings {
  id: string
  flow: string
}

const textKeyBytes = 16
const inProgressBit = 1
const reworkBit = 2
const heldOutBit = 4

const noScoreColumns = Prisma.sql`null::float8 as score, null::float8 as minimum, null::int as lowest,
  null::float8 as disagreement, null::text as step_scores`

/** The score columns of a policy, and the join that they need. */
function chooseScores({ scores, slices }: RoundPolicy, projectId: string) {
  const { source, aggregation, neutral } = scores
  if (source === 'none') return { columns: noScoreColumns, join: Prisma.empty }
  if (source === 'imported')
    return {
      columns: Prisma.sql`s.score, null::float8 as minimum, null::int as lowest, null::float8 as disagreement,
        s.step_scores::text as step_scores`,
      join: Prisma.empty,
    }
  const columns = scoreColumnSqlByAggregation[neutral]
  // Uncertainty, and the lowest step when neutral counts as negative, are computed from the step scores.
  const needsStepScores =
    slices.some(({ policy }) => policy === 'uncertain') || neutral === 'negative'
  const steps = needsStepScores ? Prisma.sql`to_json(c.step_scores)::text` : Prisma.sql`null::text`
  return {
    // Runs that score whole solutions have no step scores.
    columns: Prisma.sql`${columns[aggregation]} as score,
      case when cardinality(c.step_scores) > 0 then ${columns.minimum} end as minimum, c.lowest_step::int as lowest,
      c.disagreement, ${steps} as step_scores`,
    join: solutionScoreJoinSql(projectId, source),
  }
}

/**
 * All solutions of a project, sorted by id, with their scores. `ineligible` is the first reason up to `labelled` in the order
 * of `notSelectedReasons`; `status` holds the later ones as bits. For `BulkRowReader.stream`; decode rows with
 * `decodeCandidateRow`.
 */
export function selectCandidatesSql(
  project: ProjectEligibilitySettings,
  policy: RoundPolicy,
): Prisma.Sql {
  const { columns, join } = chooseScores(policy, project.id)
  const isOfProjectSql = Prisma.sql`project_id = ${project.id}::uuid`
  // Only the majority vote needs answers.
  const answerSql = policy.scores.source === 'none' ? Prisma.sql`s.answer` : Prisma.sql`null::text`
  return Prisma.sql`
    select s.id, s.problem_id, s.verdict::text, ${columns}, coalesce(cardinality(s.steps), 0) as steps,
      substring(s.content_hash for ${textKeyBytes}) as text_key,
      case
        when cardinality(s.steps) = 0 then 'no-steps'
        when s.flow <> ${project.flow}::flow then 'other-flow'
        when g.solution_id is not null then 'gold'
        when x.solution_id is not null then 'excluded'
        when l.solution_id is not null then 'labelled'
      end as ineligible,
      case when q.solution_id is not null then ${inProgressBit}::int else 0 end
        + case when d.solution_id is not null then ${reworkBit}::int else 0 end
        + case when h.id is not null then ${heldOutBit}::int else 0 end as status,
      ${answerSql} as answer
    from (select * from solution where ${isOfProjectSql}) s
      ${join}
      left join (select solution_id from gold_item where ${isOfProjectSql}) g on g.solution_id = s.id
      left join (select solution_id from queue_exclusion where ${isOfProjectSql}) x on x.solution_id = s.id
      left join (select distinct solution_id from annotation
        where ${isOfProjectSql} and (state = 'submitted' or import_id is not null)) l on l.solution_id = s.id
      left join (select solution_id from queue_item where ${isOfProjectSql} and leased + done > 0) q on q.solution_id = s.id
      left join (select distinct solution_id from queue_rework where ${isOfProjectSql}) d on d.solution_id = s.id
      left join (select distinct m.id from held_out_problem o
          join problem m on m.project_id = o.project_id and hash_statement(m.statement) = o.statement_hash
        where o.project_id = ${project.id}::uuid) h on h.id = s.problem_id
    order by s.id`
}

/** Conditions that can change while a round starts. */
export interface CandidateStatusFlags {
  isInProgress: boolean
  /** Pending rework of an annotator. */
  hasRework: boolean
  isHeldOut: boolean
}

// Shared objects: there are only eight combinations.
const statuses: readonly CandidateStatusFlags[] = Array.from({ length: 8 }, (_, bits) => ({
  isInProgress: (bits & inProgressBit) > 0,
  hasRework: (bits & reworkBit) > 0,
  isHeldOut: (bits & heldOutBit) > 0,
}))

const decodeStatus = (bits: number) => statuses[bits]!

/** Decodes a row of `selectCandidatesSql`. */
export function decodeCandidateRow(row: BinaryCopyRow) {
  return {
    id: row.hex(0),
    problem: row.hex(1),
    verdict: row.text(2) as 'correct' | 'wrong' | 'unsure',
    score: row.float8(3),
    minimum: row.float8(4),
    lowestStep: row.int(5),
    disagreement: row.float8(6),
    uncertaintyMeasure: row.float8(6) === null ? null : ('ensemble' as UncertaintyMeasure),
    stepScores: row.text(7),
    steps: row.int(8) ?? 0,
    text: row.key(9),
    ineligibleReason: row.text(10) as NotSelectedReason | null,
    status: decodeStatus(row.int(11) ?? 0),
    answer: row.text(12),
  }
}
