import { Prisma } from '@/lib/generated/prisma/client'
import type { Flow, GraderMode, RegradeState, Verdict } from '@/lib/generated/prisma/enums'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import type { JobProgress } from '@/lib/jobs/server/run-job-with-progress'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'

export interface RegradeKey {
  projectId: string
  regradeId: string
}

/** One attempt of a regrade. Writes of earlier attempts are ignored. */
export interface RegradeAttempt extends RegradeKey {
  attempt: number
}

export interface VerdictChangeCount {
  from: Verdict
  to: Verdict
  solutions: number
}

export interface AnswerPairChange extends VerdictChangeCount {
  answer: string | null
  referenceAnswer: string | null
  reason: string
}

/** The result of a preview, or the applied changes. */
export interface RegradeOutcome {
  changes: VerdictChangeCount[]
  unchanged: number
  firstPairs: AnswerPairChange[]
}

export interface RegradeRow {
  regrade: string
  state: RegradeState
  waitingFor: JobWaitReason
  mode: GraderMode
  graderVersion: string
  readRows: number
  allRows: number | null
  outcome: Partial<RegradeOutcome>
  message: string | null
  by: string
  appliedBy: string | null
  createdAt: Date
  finishedAt: Date | null
}

const replacedMessage = 'Replaced by a newer preview. Nothing was changed.'

const regradeColumns = Prisma.sql`g.id as regrade, g.state::text, ${waitingForColumnSql(Prisma.sql`g.state in ('previewing', 'applying')`)}, g.mode::text, g.grader_version as "graderVersion",
  g.read_rows as "readRows", g.total_rows as "allRows", g.message, u.name as by,
  a.name as "appliedBy", g.created_at as "createdAt",
  g.finished_at as "finishedAt"`

const regradeTables = Prisma.sql`regrade g join app_user u on u.id = g.user_id left join app_user a on a.id = g.applied_by`

const regradeFilterSql = ({ projectId, regradeId }: RegradeKey) =>
  Prisma.sql`project_id = ${projectId}::uuid and id = ${regradeId}::uuid`

const runFilterSql = ({ attempt, ...regradeKey }: RegradeAttempt) =>
  Prisma.sql`${regradeFilterSql(regradeKey)} and attempt = ${attempt} and state in ('previewing', 'applying')`

export async function findRegrade(
  db: Transaction,
  { projectId, regradeId }: RegradeKey,
): Promise<RegradeRow | null> {
  const [row] = await db.$queryRaw<RegradeRow[]>`
    select ${regradeColumns}, g.outcome from ${regradeTables}
    where g.project_id = ${projectId}::uuid and g.id = ${regradeId}::uuid`
  return row ?? null
}

/** Newest first, without their pairs. */
export function listRegradeRows(
  db: Transaction,
  projectId: string,
  count: number,
): Promise<RegradeRow[]> {
  return db.$queryRaw<RegradeRow[]>`
    select ${regradeColumns}, g.outcome - 'firstPairs' as outcome from ${regradeTables}
    where g.project_id = ${projectId}::uuid
    order by g.created_at desc, g.id desc limit ${count}`
}

/**
 * Returns false if a regrade is running. Replaces a preview that was not applied. Of two concurrent starts, the second
 * waits here and then sees the first.
 */
export async function insertRegrade(
  db: Transaction,
  { projectId, regradeId, attempt }: RegradeAttempt,
  { userId, mode, graderVersion }: { userId: string; mode: GraderMode; graderVersion: string },
): Promise<boolean> {
  await lockProject(db, projectId)
  const addedRows = await db.$executeRaw`
    insert into regrade (project_id, id, user_id, mode, grader_version, attempt)
    select ${projectId}::uuid, ${regradeId}::uuid, ${userId}::uuid, ${mode}::grader_mode, ${graderVersion}, ${attempt}
    where not exists (select from regrade
      where project_id = ${projectId}::uuid and state in ('previewing', 'applying'))`
  if (addedRows === 1)
    await db.$executeRaw`
      update regrade set state = 'cancelled', attempt = attempt + 1, finished_at = now(), message = ${replacedMessage}
      where project_id = ${projectId}::uuid and state = 'previewed'`
  return addedRows === 1
}

/** Returns the number of the attempt; null if there is no preview to apply. Of two concurrent calls, one succeeds. */
export async function startApplyingRegrade(
  db: Transaction,
  regradeKey: RegradeKey,
  userId: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ attempt: number }[]>`
    update regrade set state = 'applying', attempt = attempt + 1, applied_by = ${userId}::uuid, read_rows = 0,
      message = null, finished_at = null
    where ${regradeFilterSql(regradeKey)} and state = 'previewed'
    returning attempt`
  return row?.attempt ?? null
}

/** A running attempt finds itself outdated and stops. Returns false if there is nothing to cancel. */
export async function markRegradeCancelled(
  db: Transaction,
  regradeKey: RegradeKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update regrade set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = now(), finished_at = now(),
      message = ${message}
    where ${regradeFilterSql(regradeKey)} and state in ('previewing', 'previewed', 'applying')`
  return changedRows === 1
}

/** The fields that a run needs. */
export interface RunningRegrade {
  state: 'previewing' | 'applying'
  /** Account that applied the regrade; null until then. */
  appliedBy: string | null
  mode: GraderMode
  graderVersion: string
  /** The project. */
  id: string
  flow: Flow
  overlap: number
}

/** Null if the attempt is outdated or has ended. */
export async function findRegradeRun(
  db: Transaction,
  run: RegradeAttempt,
): Promise<RunningRegrade | null> {
  const [row] = await db.$queryRaw<RunningRegrade[]>`
    select g.state::text, g.applied_by as "appliedBy", g.mode::text, g.grader_version as "graderVersion", p.id,
      p.flow::text, p.overlap
    from (select * from regrade where ${runFilterSql(run)}) g join project p on p.id = g.project_id`
  return row ?? null
}

/** Records which grader grades its pairs. */
export async function storeRegradeGraderVersion(
  db: Transaction,
  run: RegradeAttempt,
  graderVersion: string,
): Promise<void> {
  await db.$executeRaw`update regrade set grader_version = ${graderVersion} where ${runFilterSql(run)}`
}

/** False if the attempt is outdated. */
export async function storeRegradeProgress(
  db: Transaction,
  run: RegradeAttempt,
  { readRows, allRows }: JobProgress,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update regrade set read_rows = ${readRows}::int, total_rows = ${allRows}::int where ${runFilterSql(run)}`
  return changedRows === 1
}

/** Stores how a run ended. False if the attempt is outdated. */
export async function endRegradeRun(
  db: Transaction,
  run: RegradeAttempt,
  end: { state: 'previewed' | 'done'; allRows: number; outcome: RegradeOutcome },
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update regrade set state = ${end.state}::regrade_state,
      read_rows = ${end.allRows}::int, total_rows = ${end.allRows}::int, outcome = ${JSON.stringify(end.outcome)}::jsonb,
      finished_at = case when ${end.state} = 'done' then clock_timestamp() end
    where ${runFilterSql(run)}`
  return changedRows === 1
}

/** Marks a run as failed; `message` says why nothing was changed. */
export async function markRegradeFailed(
  db: Transaction,
  run: RegradeAttempt,
  message: string,
): Promise<void> {
  await db.$executeRaw`
    update regrade set state = 'failed', message = ${message}, finished_at = now() where ${runFilterSql(run)}`
}
