import { Prisma } from '@/lib/generated/prisma/client'
import type { Flow } from '@/lib/generated/prisma/enums'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import type { JobProgress } from '@/lib/jobs/server/run-job-with-progress'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import type { ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import type { getRoundContract, RoundOutcome, roundStates } from '../contract'
import type { RoundPolicy } from '../policy'

export interface RoundKey {
  projectId: string
  roundId: string
}

/** One attempt to plan or start a round. Writes of an outdated attempt change nothing. */
export interface RoundAttemptKey extends RoundKey {
  attempt: number
}

export interface RoundRow {
  round: string
  number: number | null
  state: (typeof roundStates)[number]
  waitingFor: JobWaitReason
  policy: unknown
  /** Null for imported scores or none. */
  scores: ReplyOf<typeof getRoundContract>['scores']
  /** Empty until the round is planned. */
  outcome: RoundOutcome | Record<string, never>
  readRows: number
  allRows: number | null
  message: string | null
  by: string
  createdAt: Date
  startedAt: Date | null
  closedAt: Date | null
}

const replacedMessage = 'Replaced by a newer plan. The queue was not changed.'

const roundColumns = Prisma.sql`r.id as round, r.number, r.state::text, ${waitingForColumnSql(Prisma.sql`r.state in ('planning', 'starting')`)}, r.policy, 
  case when c.id is not null then json_build_object('run', c.number, 'model', c.model, 'scorerName', sc.name, 'kind', sc.kind,
    'version', c.version) end as scores,
  r.read_rows as "readRows", r.total_rows as "allRows", r.message, u.name as by, r.created_at as "createdAt",
  r.started_at as "startedAt", r.closed_at as "closedAt"`

const roundTables = Prisma.sql`"round" r join app_user u on u.id = r.user_id
  left join score_run c on c.project_id = r.project_id and c.id = r.score_run_id
  left join scorer sc on sc.project_id = c.project_id and sc.id = c.scorer_id`

const roundSql = ({ projectId, roundId }: RoundKey) =>
  Prisma.sql`project_id = ${projectId}::uuid and id = ${roundId}::uuid`

const runningAttemptSql = ({ attempt, ...key }: RoundAttemptKey) =>
  Prisma.sql`${roundSql(key)} and attempt = ${attempt} and state in ('planning', 'starting')`

export async function findRound(
  db: Transaction,
  { projectId, roundId }: RoundKey,
): Promise<RoundRow | null> {
  const [row] = await db.$queryRaw<RoundRow[]>`
    select ${roundColumns}, r.outcome from ${roundTables}
    where r.project_id = ${projectId}::uuid and r.id = ${roundId}::uuid`
  return row ?? null
}

/**
 * Newest first, without their first items. Failed and cancelled plans have a limit of their own, so that they don't displace
 * rounds. With a number, only the round with that number, of any age.
 */
export function listRoundRows(
  db: Transaction,
  projectId: string,
  { number, rounds, ended }: { number?: number | undefined; rounds: number; ended: number },
): Promise<RoundRow[]> {
  return db.$queryRaw<RoundRow[]>`
    with listed as (
      select id, row_number() over (partition by state in ('failed', 'cancelled') order by created_at desc, id desc)
        <= case when state in ('failed', 'cancelled') then ${ended}::int else ${rounds}::int end as is_listed
      from "round" where project_id = ${projectId}::uuid
        and (${number ?? null}::int is null or "number" = ${number ?? null}::int)
    )
    select ${roundColumns}, case when r.outcome = '{}' then r.outcome else r.outcome || '{"firstItems": []}' end as outcome
    from ${roundTables} join listed l on l.id = r.id and l.is_listed
    where r.project_id = ${projectId}::uuid
    order by r.created_at desc, r.id desc`
}

/** Returns null if the project has no such score run. */
export async function findScoreRunState(
  db: Transaction,
  projectId: string,
  runId: string,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ state: string }[]>`
    select state::text from score_run where project_id = ${projectId}::uuid and id = ${runId}::uuid`
  return row?.state ?? null
}

/**
 * Inserts a round to plan, and cancels the pending plan of the project, if any. Of two concurrent plans, the second waits
 * here and replaces the first.
 */
export async function insertRound(
  db: Transaction,
  { projectId, roundId, attempt }: RoundAttemptKey,
  {
    userId,
    policy,
    scoreRunId,
  }: { userId: string; policy: RoundPolicy; scoreRunId: string | null },
): Promise<void> {
  await lockProject(db, projectId)
  await db.$executeRaw`
    update "round" set state = 'cancelled', attempt = attempt + 1, message = ${replacedMessage}
    where project_id = ${projectId}::uuid and state in ('planning', 'planned')`
  await db.$executeRaw`
    insert into "round" (project_id, id, user_id, policy, score_run_id, attempt)
    values (${projectId}::uuid, ${roundId}::uuid, ${userId}::uuid, ${JSON.stringify(policy)}::jsonb,
      ${scoreRunId}::uuid, ${attempt})`
}

/** Returns the number of the attempt, or null if the round is not planned or another round is starting. */
export async function createRoundStartAttempt(
  db: Transaction,
  key: RoundKey,
  userId: string,
): Promise<number | null> {
  await lockProject(db, key.projectId)
  const [row] = await db.$queryRaw<{ attempt: number }[]>`
    update "round" set state = 'starting', attempt = attempt + 1, user_id = ${userId}::uuid, read_rows = 0, message = null
    where ${roundSql(key)} and state = 'planned'
      and not exists (select from "round" o where o.project_id = ${key.projectId}::uuid and o.state = 'starting')
    returning attempt`
  return row?.attempt ?? null
}

/** A run in progress finds its attempt outdated and rolls back. Returns false if there is nothing to cancel. */
export async function markRoundCancelled(
  db: Transaction,
  key: RoundKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update "round" set state = 'cancelled', attempt = attempt + 1, message = ${message}
    where ${roundSql(key)} and state in ('planning', 'planned', 'starting')`
  return changedRows === 1
}

export interface RunningRound {
  state: 'planning' | 'starting'
  policy: unknown
  userId: string
  /** Of the project, like the following fields. */
  id: string
  flow: Flow
  overlap: number
  solutions: number
}

/** Returns null if the attempt is outdated or has ended. */
export async function findRunningRound(
  db: Transaction,
  run: RoundAttemptKey,
): Promise<RunningRound | null> {
  const [row] = await db.$queryRaw<RunningRound[]>`
    select r.state::text, r.policy, r.user_id as "userId", p.id, p.flow::text, p.overlap,
      (select count(*)::int from solution s where s.project_id = p.id) as solutions
    from (select * from "round" where ${runningAttemptSql(run)}) r join project p on p.id = r.project_id`
  return row ?? null
}

/** Returns false if the attempt is outdated. */
export async function storeRoundProgress(
  db: Transaction,
  run: RoundAttemptKey,
  { readRows, allRows }: JobProgress,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update "round" set read_rows = ${readRows}::int, total_rows = ${allRows}::int where ${runningAttemptSql(run)}`
  return changedRows === 1
}

/** Returns false if the attempt is outdated. */
export async function completeRoundPlan(
  db: Transaction,
  run: RoundAttemptKey,
  outcome: RoundOutcome,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update "round" set state = 'planned', outcome = ${JSON.stringify(outcome)}::jsonb,
      read_rows = ${outcome.solutions}::int, total_rows = ${outcome.solutions}::int
    where ${runningAttemptSql(run)}`
  return changedRows === 1
}

/** Requires that no other round is starting. */
export async function findNextRoundNumber(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ number: number }]>`
    select coalesce(max(number), 0) + 1 as number from "round" where project_id = ${projectId}::uuid`
  return row.number
}

/** Makes the round active and closes the previous one. Returns false if the attempt is outdated. */
export async function activateRound(
  db: Transaction,
  run: RoundAttemptKey,
  { number, outcome }: { number: number; outcome: RoundOutcome },
): Promise<boolean> {
  await db.$executeRaw`
    update "round" set state = 'closed', closed_at = clock_timestamp()
    where project_id = ${run.projectId}::uuid and state = 'active'`
  const changedRows = await db.$executeRaw`
    update "round" set state = 'active', number = ${number}::int, started_at = clock_timestamp(),
      outcome = ${JSON.stringify(outcome)}::jsonb, read_rows = ${outcome.solutions}::int, total_rows = ${outcome.solutions}::int
    where ${runningAttemptSql(run)}`
  return changedRows === 1
}

/** Returns false if the round is not active. */
export async function closeActiveRound(db: Transaction, key: RoundKey): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update "round" set state = 'closed', closed_at = now() where ${roundSql(key)} and state = 'active'`
  return changedRows === 1
}

/** `message` says why the round failed, and that nothing was changed. */
export async function markRoundRunFailed(
  db: Transaction,
  run: RoundAttemptKey,
  message: string,
): Promise<void> {
  await db.$executeRaw`update "round" set state = 'failed', message = ${message} where ${runningAttemptSql(run)}`
}
