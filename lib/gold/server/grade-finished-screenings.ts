import { randomUUID } from 'node:crypto'
import {
  firstErrorSql,
  hasConclusiveFinishReasonSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { systemActor } from '@/lib/auth/actor'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import type { PeriodicTask } from '@/lib/jobs/server/run-periodic-tasks'
import type { Transaction } from '@/lib/platform/server/database'
import { lockClaimsOfAnnotator } from '@/lib/queue/server/claim.sql'
import { scoreGoldAnswer } from '../score-gold-answer'
import { computeExactAnswersToPass } from '../screening'
import { storeScreeningStatus } from './screening.sql'

interface Attempt {
  projectId: string
  userId: string
  number: number
  passShare: number
}

interface AnswerRow {
  solutionId: string
  firstErrors: number[]
  isAnswered: boolean
  /** Whether the annotation ended with an error or at the end of the solution, not by giving up. */
  hasResult: boolean
  /** The first error, from 0; null: none. */
  answer: number | null
  activeMs: number
}

/** Grades screenings that have no items left to serve. */
export const gradeFinishedScreenings: PeriodicTask = async (db, signal) => {
  const attempts = await db.$queryRaw<Attempt[]>`
    select a.project_id as "projectId", a.user_id as "userId", a.number, a.pass_share as "passShare"
    from screening_attempt a
    where a.state = 'running' and not exists (select from queue_gold g
      where g.project_id = a.project_id and g.user_id = a.user_id and g.purpose = 'screening')
    limit 100`
  for (const attempt of attempts) {
    if (signal.aborted) return
    await db.$transaction((transaction) => endScreening(transaction, attempt))
  }
}

/** Items that are no longer gold don't count. An attempt without answers is deleted. */
async function endScreening(db: Transaction, attempt: Attempt): Promise<void> {
  const status = await lockAttempt(db, attempt)
  if (status === undefined) return
  const answers = await listAnswers(db, attempt)
  // If an admin has admitted the annotator meanwhile, the result is stored but does not change their status.
  const isScreening = status === 'screening'
  if (!answers.some(({ isAnswered }) => isAnswered)) {
    await removeAttempt(db, attempt)
    if (isScreening) await storeScreeningStatus(db, attempt, 'required')
    return auditEnd(db, attempt, { operation: 'withdrawn' })
  }
  const exact = answers.filter(
    ({ hasResult, firstErrors, answer }) =>
      hasResult && scoreGoldAnswer(firstErrors, answer) === 'exact',
  ).length
  const hasPassed = exact >= computeExactAnswersToPass(answers.length, attempt.passShare)
  await storeResult(db, attempt, { exact, hasPassed, answers })
  if (isScreening) await storeScreeningStatus(db, attempt, hasPassed ? 'admitted' : 'failed')
  await auditEnd(db, attempt, {
    operation: hasPassed ? 'passed' : 'failed',
    exact,
    of: answers.length,
  })
}

function auditEnd(
  db: Transaction,
  { projectId, userId, number }: Attempt,
  detail: Record<string, unknown>,
): Promise<void> {
  return appendAuditEntry(db, {
    actor: systemActor,
    project: { id: projectId },
    action: 'screening.start',
    target: `user:${userId}`,
    detail: { ...detail, number },
    requestId: randomUUID(),
  })
}

/** Locks an attempt and reads the annotator's status; undefined if the attempt has ended or has items to serve again. */
async function lockAttempt(
  db: Transaction,
  { projectId, userId, number }: Attempt,
): Promise<string | null | undefined> {
  await lockClaimsOfAnnotator(db, { projectId, userId })
  const [row] = await db.$queryRaw<{ status: string | null }[]>`
    select s.status::text as status from screening_attempt a
      left join queue_admission s on s.project_id = a.project_id and s.user_id = a.user_id
    where a.project_id = ${projectId}::uuid and a.user_id = ${userId}::uuid and a.number = ${number}
      and a.state = 'running' and not exists (select from queue_gold g
        where g.project_id = a.project_id and g.user_id = a.user_id and g.purpose = 'screening')`
  return row?.status
}

/** One row per solution of the attempt that is still gold. */
function listAnswers(
  db: Transaction,
  { projectId, userId, number }: Attempt,
): Promise<AnswerRow[]> {
  return db.$queryRaw<AnswerRow[]>`
    select g.solution_id as "solutionId", g.first_errors as "firstErrors", l.id is not null as "isAnswered",
      coalesce(${hasConclusiveFinishReasonSql}, false) as "hasResult",
      ${firstErrorSql()} as answer,
      coalesce(l.total_time_ms, 0)::float8 as "activeMs"
    from screening_attempt a
      join gold_item g on g.project_id = a.project_id and g.solution_id = any (a.solution_ids)
      left join annotation l on l.project_id = g.project_id and l.solution_id = g.solution_id and l.user_id = a.user_id
        and l.is_screening and l.state = 'submitted'
    where a.project_id = ${projectId}::uuid and a.user_id = ${userId}::uuid and a.number = ${number}
    order by array_position(a.solution_ids, g.solution_id)`
}

async function storeResult(
  db: Transaction,
  { projectId, userId, number }: Attempt,
  { exact, hasPassed, answers }: { exact: number; hasPassed: boolean; answers: AnswerRow[] },
): Promise<void> {
  const activeMs = answers.reduce((sum, answer) => sum + answer.activeMs, 0)
  await db.$executeRaw`
    update screening_attempt set state = ${hasPassed ? 'passed' : 'failed'}::screening_state, exact = ${exact},
      active_ms = ${activeMs}, ended_at = now(),
      solution_ids = ${answers.map(({ solutionId }) => solutionId)}::uuid[]
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and number = ${number}`
}

async function removeAttempt(
  db: Transaction,
  { projectId, userId, number }: Attempt,
): Promise<void> {
  await db.$executeRaw`
    delete from screening_attempt
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid and number = ${number}`
}
