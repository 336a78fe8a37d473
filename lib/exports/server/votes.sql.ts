import type { FinishReason, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { exactTimeTextSql } from '@/lib/platform/server/time-text.sql'
import {
  toConsensusVote,
  type AdjudicatedErrorDetails,
  type Adjudication,
  type VotedSolution,
} from '../decide-consensus'
import { readRowBlocks } from './read-row-blocks'
import {
  selectionConditionSql,
  type AnnotationSelection,
  isCurrentAdjudicationSql,
} from './select-annotations'

/** A problem with the votes on its solutions; without solutions if none is selected. */
export interface VotedProblem {
  id: string
  statement: string
  solutions: VotedSolution[]
}

type AdjudicationRow = [
  adjudication: string,
  ratings: Rating[],
  by: string,
  at: string,
  adopted: string | null,
  optionRatings: Rating[],
  explanation: string | null,
  explanationOption: number | null,
  progress: AdjudicatedErrorDetails['progress'],
]

type VoteRow = [
  id: string,
  labeler: string,
  submittedAt: string | null,
  recordedAt: string | null,
  finishReason: FinishReason,
  irregular: string | null,
  revision: number,
  ratings: (Rating | null)[],
]

type SolutionRow = [id: string, steps: number, revision: number, AdjudicationRow | null, VoteRow[]]

/** The valid adjudication of a solution `s` as JSON; null for none, or if the consensus does not use it. */
export function selectAdjudicationSql({
  consensus,
}: Pick<AnnotationSelection, 'consensus'>): Prisma.Sql {
  if (consensus !== 'adjudicated') return Prisma.sql`null::json`
  return Prisma.sql`(select json_build_array(a.id, a.ratings, a.user_id, ${exactTimeTextSql(Prisma.sql`a.created_at`)},
    a.adopted_annotation_id, a.option_ratings, a.explanation, a.explanation_option, a.progress) from adjudication a where ${isCurrentAdjudicationSql})`
}

/** @param row from `selectAdjudicationSql` */
export function parseAdjudication(row: unknown): Adjudication | null {
  if (row === null) return null
  const [id, ratings, by, at, adopted, ...answerColumns] = row as AdjudicationRow
  const [optionRatings, explanation, explanationOption, progress] = answerColumns
  const answers = { optionRatings, explanation, explanationOption, progress }
  return { id, ratings, by, at, adopted, answers }
}

/**
 * Votes and adjudications of all problems of the project, by problem and solution id, without texts of steps.
 * Keeps only the pages being read in memory.
 */
export async function* readConsensusVotes(
  db: Transaction,
  selection: AnnotationSelection,
): AsyncGenerator<VotedProblem> {
  const readPage = (after: string, pageRows: number) =>
    readProblemRows(db, selection, after, pageRows)
  const estimateBytes = ({ statement, votes }: ProblemRow) =>
    statement.length + (votes?.length ?? 0)
  for await (const block of readRowBlocks(readPage, estimateBytes))
    for (const { id, statement, votes } of block) {
      const rows = JSON.parse(votes ?? '[]') as SolutionRow[]
      yield { id, statement, solutions: rows.map(readSolution) }
    }
}

interface ProblemRow {
  id: string
  statement: string
  votes: string | null
}

function readProblemRows(
  db: Transaction,
  selection: AnnotationSelection,
  after: string,
  pageRows: number,
): Promise<ProblemRow[]> {
  return db.$queryRaw<ProblemRow[]>`
    select p.id, p.statement, voted.votes
    from (
        select * from problem
        where project_id = ${selection.projectId}::uuid and id > ${after}::uuid order by id limit ${pageRows}
      ) p
      cross join lateral (
        select json_agg(json_build_array(v.id, v.steps, v.revision, v.adjudication, v.votes) order by v.id)::text as votes
        from (
          select s.id, cardinality(s.steps) as steps, s.revision, ${selectAdjudicationSql(selection)} as adjudication,
            json_agg(json_build_array(l.id, l.labeler, ${exactTimeTextSql(Prisma.sql`l.submitted_at`)}, l.recorded_at,
              l.finish_reason, l.irregular, l.revision, l.ratings) order by l.id) as votes
          from solution s join annotation l on l.project_id = s.project_id and l.solution_id = s.id
          where s.project_id = ${selection.projectId}::uuid and s.problem_id = p.id and ${selectionConditionSql(selection)}
          group by s.project_id, s.id
        ) v
      ) voted
    order by p.id`
}

function readSolution([, steps, revision, adjudication, votes]: SolutionRow): VotedSolution {
  return {
    steps,
    adjudication: parseAdjudication(adjudication),
    votes: votes.map((row) => readVoteRow(row, revision)),
  }
}

function readVoteRow(row: VoteRow, revision: number) {
  const [id, labeler, submittedAt, recordedAt, finishReason, irregular, ofRevision, ratings] = row
  const annotation = { id, labeler, submittedAt, recordedAt, finishReason, irregular, ratings }
  return toConsensusVote({ ...annotation, revision: ofRevision }, { revision })
}
