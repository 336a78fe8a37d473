import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict } from '@/lib/generated/prisma/enums'
import type { Grade } from '@/lib/grading/verdict'
import type { Transaction } from '@/lib/platform/server/database'
import { maxAnswerExcerptCharacters } from '../answer-excerpt'
import { answerPairHashSql } from './answer-pair-hash'
import type { AnswerPair, VerdictStatusRow } from './answers.sql'
import { removePersonVerdictSql, saveFileVerdictSql } from './pair-verdicts.sql'
import { answerPairReasonSql } from './verdict-reason.sql'

export interface SolutionKey {
  projectId: string
  solutionId: string
}

/** A solution in the lists for individual verdicts. */
export interface SolutionVerdictRow extends VerdictStatusRow {
  solution: string
  externalId: string | null
  problem: string
  lastStep: string
}

export interface UnansweredSolutionRow extends SolutionVerdictRow {
  referenceAnswer: string | null
  /** The end of the last step, where an answer would be. */
  end: string
}

export interface SolutionVerdictDetails extends VerdictStatusRow {
  problemId: string
  answer: string | null
  referenceAnswer: string | null
  /** Who decided; null if no one did or the account no longer exists. */
  userId: string | null
}

const excerptLength = 3_000
const endCharacters = 10_000

/** `decidedBy`, `decidedAt` and `note` describe an override of this solution. They are null for a verdict on its pair. */
const verdictStatus = Prisma.sql`s.verdict::text, s.verdict_reason as reason, s.verdict_source::text as by,
  case when s.overridden_at is not null then u.name end as "decidedBy", s.overridden_at as "decidedAt",
  s.override_note as note`

const solutionColumns = Prisma.sql`${verdictStatus}, s.id as solution, s.external_id as "externalId",
  left(p.statement, ${excerptLength}) as problem,
  coalesce(left(s.steps[cardinality(s.steps)], ${excerptLength}), '') as "lastStep"`

const solutionTables = Prisma.sql`solution s
  join problem p on p.project_id = s.project_id and p.id = s.problem_id
  left join app_user u on u.id = s.verdict_user_id`

export function listAnswerPairSolutionRows(
  db: Transaction,
  projectId: string,
  { answer, referenceAnswer }: AnswerPair,
  { limit, offset }: { limit: number; offset: number },
): Promise<SolutionVerdictRow[]> {
  return db.$queryRaw<SolutionVerdictRow[]>`
    select ${solutionColumns} from ${solutionTables}
    where p.project_id = ${projectId}::uuid and p.answer = ${referenceAnswer} and s.answer = ${answer}
    order by s.score desc nulls last, s.id limit ${limit} offset ${offset}`
}

export async function countAnswerPairSolutions(
  db: Transaction,
  projectId: string,
  { answer, referenceAnswer }: AnswerPair,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ solutions: number }]>`
    select count(*)::int as solutions
    from problem p join solution s on s.project_id = p.project_id and s.problem_id = p.id
    where p.project_id = ${projectId}::uuid and p.answer = ${referenceAnswer} and s.answer = ${answer}`
  return row.solutions
}

/** The verdicts are literals and not parameters, so that the partial indexes are used. */
const unansweredSql = (projectId: string) => Prisma.sql`
  select s.id, false as is_decided from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
  where s.project_id = ${projectId}::uuid and s.verdict = 'unsure' and s.verdict_source <> 'person'
    and s.answer is null and p.answer is not null
  union all
  select s.id, true from solution s
  where s.project_id = ${projectId}::uuid and s.verdict_source = 'person' and s.answer is null
    and s.overridden_at is not null`

/** Waiting solutions by score, then decided ones, newest first. */
export function listUnansweredSolutionRows(
  db: Transaction,
  projectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<UnansweredSolutionRow[]> {
  return db.$queryRaw<UnansweredSolutionRow[]>`
    select ${solutionColumns}, left(p.answer, ${maxAnswerExcerptCharacters}) as "referenceAnswer",
      coalesce(right(s.steps[cardinality(s.steps)], ${endCharacters}), '') as "end"
    from (${unansweredSql(projectId)}) listed join ${solutionTables} on s.project_id = ${projectId}::uuid and s.id = listed.id
    order by listed.is_decided, s.overridden_at desc, s.score desc nulls last, s.id limit ${limit} offset ${offset}`
}

export async function countUnansweredSolutions(
  db: Transaction,
  projectId: string,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ solutions: number }]>`
    select count(*)::int as solutions from (${unansweredSql(projectId)}) listed`
  return row.solutions
}

export async function findSolutionVerdict(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<SolutionVerdictDetails | null> {
  const [row] = await db.$queryRaw<SolutionVerdictDetails[]>`
    select ${verdictStatus}, s.problem_id as "problemId", s.answer, p.answer as "referenceAnswer",
      s.verdict_user_id as "userId"
    from ${solutionTables} where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid`
  return row ?? null
}

/** Stores a person's verdict on this solution alone. */
export async function overrideSolutionVerdict(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  {
    verdict,
    reason,
    note,
    userId,
  }: { verdict: Verdict; reason: string; note: string; userId: string },
): Promise<void> {
  await db.$executeRaw`
    update solution s set ${saveFileVerdictSql}, verdict = ${verdict}::verdict, verdict_reason = ${reason},
      verdict_source = 'person', verdict_user_id = ${userId}::uuid, overridden_at = clock_timestamp(),
      override_note = ${note}
    where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid`
}

/**
 * Removes the verdict on this solution. The decision on its pair counts again, else the verdict of the file or grader.
 */
export async function restoreSolutionVerdict(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  newGrade: Grade,
): Promise<void> {
  const updatedCount = await db.$executeRaw`
    update solution s set verdict = r.verdict, verdict_reason = ${answerPairReasonSql(Prisma.sql`r.note`)},
      verdict_user_id = r.user_id, overridden_at = null, override_note = null
    from problem p, answer_decision r
    where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid
      and p.project_id = s.project_id and p.id = s.problem_id
      and r.project_id = s.project_id and r.pair_hash = ${answerPairHashSql(Prisma.sql`s.answer`, Prisma.sql`p.answer`)}`
  if (updatedCount > 0) return
  await db.$executeRaw`
    update solution s set ${removePersonVerdictSql(newGrade)}
    where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid`
}
