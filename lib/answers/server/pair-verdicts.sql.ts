import { importedVerdictReason } from '@/lib/formats/imported-verdict-reason'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict } from '@/lib/generated/prisma/enums'
import type { Grade } from '@/lib/grading/verdict'
import type { Transaction } from '@/lib/platform/server/database'
import { solutionReasonPrefix } from '../verdict-reasons'
import { hashAnswerPair } from './answer-pair-hash'
import type { AnswerPair, VerdictStatusRow } from './answers.sql'
import { answerPairReasonSql } from './verdict-reason.sql'

export interface VerdictChangeSummary {
  /** Solutions with a changed verdict. */
  changed: number
  /** The problems of these solutions. */
  problemIds: string[]
}

/** The decision on a pair, and its author. */
export interface AnswerPairDecision extends AnswerPair, VerdictStatusRow {
  userId: string
}

export async function findAnswerPairDecision(
  db: Transaction,
  projectId: string,
  pair: string,
): Promise<AnswerPairDecision | null> {
  const [row] = await db.$queryRaw<AnswerPairDecision[]>`
    select r.answer, r.reference_answer as "referenceAnswer", r.verdict::text, ${answerPairReasonSql(Prisma.sql`r.note`)} as reason, 'person' as by,
      u.name as "decidedBy", r.decided_at as "decidedAt", r.note, r.user_id as "userId"
    from answer_decision r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid and r.pair_hash = decode(${pair}, 'hex')`
  return row ?? null
}

export async function storeAnswerPairDecision(
  db: Transaction,
  projectId: string,
  { answer, referenceAnswer }: AnswerPair,
  { verdict, note, userId }: { verdict: Verdict; note: string; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into answer_decision (project_id, pair_hash, answer, reference_answer, verdict, note, user_id, decided_at)
    values (${projectId}::uuid, ${hashAnswerPair(answer, referenceAnswer)}, ${answer}, ${referenceAnswer}, ${verdict}::verdict, ${note},
      ${userId}::uuid, clock_timestamp())
    on conflict (project_id, pair_hash) do update set verdict = excluded.verdict, note = excluded.note,
      user_id = excluded.user_id, decided_at = excluded.decided_at`
}

/** Deletes the decision on a pair, and returns its texts; null if there is no decision. */
export async function removeAnswerPairDecision(
  db: Transaction,
  projectId: string,
  pair: string,
): Promise<AnswerPair | null> {
  const [row] = await db.$queryRaw<AnswerPair[]>`
    delete from answer_decision where project_id = ${projectId}::uuid and pair_hash = decode(${pair}, 'hex')
    returning answer, reference_answer as "referenceAnswer"`
  return row ?? null
}

/** Saves the verdict of the file before a person's verdict replaces it. */
export const saveFileVerdictSql = Prisma.sql`
  file_verdict = case s.verdict_source when 'file' then s.verdict else s.file_verdict end`

/** Removes a person's verdict. The file's verdict counts again, else the grader's. */
export const removePersonVerdictSql = ({
  verdict,
  reason,
  graderVersion,
}: Grade): Prisma.Sql => Prisma.sql`
  verdict = coalesce(s.file_verdict, ${verdict}::verdict),
  verdict_reason = case when s.file_verdict is null then ${reason} else ${importedVerdictReason} end,
  verdict_source = case when s.file_verdict is null then 'grader'::verdict_source else 'file' end,
  grader_version = case when s.file_verdict is null then ${graderVersion} else s.grader_version end,
  verdict_user_id = null, file_verdict = null, overridden_at = null, override_note = null`

/** Updates all solutions of the pair, except those whose verdict a person overrode individually. */
const updatePairSql = (
  projectId: string,
  { answer, referenceAnswer }: AnswerPair,
  assignments: Prisma.Sql,
) => Prisma.sql`
  with pair as (
    select s.id, s.problem_id, s.verdict
    from problem p join solution s on s.project_id = p.project_id and s.problem_id = p.id
    where p.project_id = ${projectId}::uuid and p.answer = ${referenceAnswer} and s.answer = ${answer} and s.overridden_at is null
  ), stored as (
    update solution s set ${assignments}
    from pair where s.project_id = ${projectId}::uuid and s.id = pair.id
    returning pair.problem_id, pair.verdict <> s.verdict as is_changed
  )
  select count(*)::int as changed, coalesce(array_agg(distinct problem_id), '{}') as "problemIds"
  from stored where is_changed`

/** Stores a person's verdict on a pair. */
export async function applyVerdictToAnswerPair(
  db: Transaction,
  projectId: string,
  pair: AnswerPair,
  { verdict, reason, userId }: { verdict: Verdict; reason: string; userId: string },
): Promise<VerdictChangeSummary> {
  const assignments = Prisma.sql`${saveFileVerdictSql}, verdict = ${verdict}::verdict, verdict_reason = ${reason},
    verdict_source = 'person', verdict_user_id = ${userId}::uuid`
  const [row] = await db.$queryRaw<
    [VerdictChangeSummary]
  >`${updatePairSql(projectId, pair, assignments)}`
  return row
}

/** Withdraws the verdict on a pair. */
export async function withdrawVerdictOfAnswerPair(
  db: Transaction,
  projectId: string,
  pair: AnswerPair,
  newGrade: Grade,
): Promise<VerdictChangeSummary> {
  const [row] = await db.$queryRaw<
    [VerdictChangeSummary]
  >`${updatePairSql(projectId, pair, removePersonVerdictSql(newGrade))}`
  return row
}

/**
 * Sets the date that marks a stored verdict as decided for one solution alone. Lines of the `stepmark` format say this only
 * in the text of the reason.
 */
async function markOverridden(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  await db.$executeRaw`
    update solution set overridden_at = clock_timestamp(),
      override_note = case when starts_with(verdict_reason, ${`${solutionReasonPrefix}: `})
        then substr(verdict_reason, ${solutionReasonPrefix.length + 3}::int) else '' end
    where project_id = ${projectId}::uuid and import_id = ${importId}::uuid and verdict_source = 'person'
      and starts_with(verdict_reason, ${solutionReasonPrefix}) and overridden_at is null`
}

/** Applies decisions to imported solutions. Returns the number of solutions with a decided pair. */
export async function applyDecisionsToImportedSolutions(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<number> {
  await markOverridden(db, { projectId, importId })
  return db.$executeRaw`
    update solution s set ${saveFileVerdictSql}, verdict = r.verdict, verdict_source = 'person',
      verdict_user_id = r.user_id, verdict_reason = ${answerPairReasonSql(Prisma.sql`r.note`)}
    from answer_decision r join problem p on p.project_id = r.project_id and p.answer = r.reference_answer
    where r.project_id = ${projectId}::uuid and s.project_id = r.project_id and s.problem_id = p.id
      and s.answer = r.answer and s.import_id = ${importId}::uuid and s.overridden_at is null`
}
