import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryRow } from '@/lib/platform/server/binary-row'
import { joinRunScores, runColumns } from '@/lib/scoring/server/run-scores.sql'
import type { UnsureBy } from '../candidate'
import type { LeftOutReason } from '../contract'
import type { RoundPolicy } from '../policy'

/** What of a project says which of its solutions can be in a round. */
export interface CandidateProject {
  id: string
  flow: string
}

/** Twice what a reason shows of an answer, for its end is found by whole characters (lib/rounds/write-reason.ts). */
const readAnswer = 82
const textKeyBytes = 16
const isBegunBit = 1
const isDueBit = 2
const isHeldOutBit = 4

const nothing = Prisma.sql`null::float8 as score, null::float8 as minimum, null::int as lowest,
  null::float8 as disagreement, null::text as step_scores`

/** Scores, and where they come from. */
function chooseScores({ scores, slices }: RoundPolicy, projectId: string) {
  const { source, aggregation, neutral } = scores
  if (source === 'none') return { columns: nothing, from: Prisma.empty }
  if (source === 'imported')
    return {
      columns: Prisma.sql`s.score, null::float8 as minimum, null::int as lowest, null::float8 as disagreement,
        s.step_scores::text as step_scores`,
      from: Prisma.empty,
    }
  const columns = runColumns[neutral]
  // How sure a server is, and which step is the lowest of the other reading, stands in its scores of steps alone.
  const isAskedFor = slices.some(({ policy }) => policy === 'uncertain') || neutral === 'negative'
  const steps = isAskedFor ? Prisma.sql`to_json(c.step_scores)::text` : Prisma.sql`null::text`
  return {
    // A score that came for the whole solution says nothing of its steps.
    columns: Prisma.sql`${columns[aggregation]} as score,
      case when cardinality(c.step_scores) > 0 then ${columns.minimum} end as minimum, c.lowest_step::int as lowest,
      c.disagreement, ${steps} as step_scores`,
    from: joinRunScores(projectId, source),
  }
}

/**
 * All solutions of a project by id, with scores and with why they cannot be in a round, whatever its policy: the first of
 * the reasons up to `labelled`, in their order (lib/rounds/contract.ts); for the others, how it stands. For `RowReader.stream`; read one with `readCandidateRow`.
 */
export function selectCandidates(project: CandidateProject, policy: RoundPolicy): Prisma.Sql {
  const { columns, from } = chooseScores(policy, project.id)
  const isOfProject = Prisma.sql`project_id = ${project.id}::uuid`
  // A vote is counted by whole answers.
  const answer =
    policy.scores.source === 'none'
      ? Prisma.sql`s.answer`
      : Prisma.sql`left(s.answer, ${readAnswer})`
  return Prisma.sql`
    select s.id, s.problem_id, s.verdict::text, ${columns}, coalesce(cardinality(s.steps), 0) as steps,
      substring(s.content_hash for ${textKeyBytes}) as words,
      case
        when cardinality(s.steps) = 0 then 'no-steps'
        when s.flow <> ${project.flow}::flow then 'other-flow'
        when g.solution_id is not null then 'gold'
        when x.solution_id is not null then 'taken-out'
        when l.solution_id is not null then 'labelled'
      end as barred,
      case when q.solution_id is not null then ${isBegunBit}::int else 0 end
        + case when d.solution_id is not null then ${isDueBit}::int else 0 end
        + case when h.id is not null then ${isHeldOutBit}::int else 0 end as standing,
      ${answer} as answer, left(p.answer, ${readAnswer}) as truth
    from (select * from solution where ${isOfProject}) s
      join (select * from problem where ${isOfProject}) p on p.id = s.problem_id
      ${from}
      left join (select solution_id from gold_item where ${isOfProject}) g on g.solution_id = s.id
      left join (select solution_id from queue_exclusion where ${isOfProject}) x on x.solution_id = s.id
      left join (select distinct solution_id from annotation
        where ${isOfProject} and (state = 'submitted' or import_id is not null)) l on l.solution_id = s.id
      left join (select solution_id from queue_item where ${isOfProject} and held + done > 0) q on q.solution_id = s.id
      left join (select distinct solution_id from queue_due where ${isOfProject}) d on d.solution_id = s.id
      left join (select distinct m.id from held_out_problem o
          join problem m on m.project_id = o.project_id and hash_statement(m.statement) = o.statement_hash
        where o.project_id = ${project.id}::uuid) h on h.id = s.problem_id
    order by s.id`
}

/** What may change while a round opens, beside what does not. */
export interface Standing {
  isBegun: boolean
  /** To one person, who has it back. */
  isDue: boolean
  isHeldOut: boolean
}

// Eight in all, however many solutions there are.
const standings: readonly Standing[] = Array.from({ length: 8 }, (_, bits) => ({
  isBegun: (bits & isBegunBit) > 0,
  isDue: (bits & isDueBit) > 0,
  isHeldOut: (bits & isHeldOutBit) > 0,
}))

const readStanding = (bits: number) => standings[bits]!

/** As `selectCandidates` has them. */
export function readCandidateRow(row: BinaryRow) {
  return {
    id: row.hex(0),
    problem: row.hex(1),
    verdict: row.text(2) as 'correct' | 'wrong' | 'unsure',
    score: row.float8(3),
    minimum: row.float8(4),
    lowestStep: row.int(5),
    disagreement: row.float8(6),
    unsureBy: row.float8(6) === null ? null : ('members' as UnsureBy),
    stepScores: row.text(7),
    steps: row.int(8) ?? 0,
    text: row.key(9),
    barredBy: row.text(10) as LeftOutReason | null,
    standing: readStanding(row.int(11) ?? 0),
    answer: row.text(12),
    truth: row.text(13),
  }
}
