import { Prisma } from '@/lib/generated/prisma/client'
import type { Flow, RoundState } from '@/lib/generated/prisma/enums'
import type { JobProgress } from '@/lib/jobs/server/run-watched'
import type { Transaction } from '@/lib/platform/server/database'
import type { RoundOutcome } from '../contract'
import type { RoundPolicy } from '../policy'

export interface RoundPlace {
  projectId: string
  roundId: string
}

/** One start of a plan or an opening: what is written for an older one is not written. */
export interface RoundRun extends RoundPlace {
  attempt: number
}

export interface RoundRow {
  round: string
  number: number | null
  state: RoundState
  policy: unknown
  run: number | null
  model: string | null
  /** Empty until it is planned. */
  outcome: RoundOutcome | Record<string, never>
  readRows: number
  allRows: number | null
  message: string | null
  by: string
  createdAt: Date
  openedAt: Date | null
  closedAt: Date | null
}

const replaced = 'A newer plan took its place. Nothing was changed.'

const columns = Prisma.sql`r.id as round, r.number, r.state::text, r.policy, c.number as run, c.model,
  r.read_rows as "readRows", r.all_rows as "allRows", r.message, u.name as by, r.created_at as "createdAt",
  r.opened_at as "openedAt", r.closed_at as "closedAt"`

const rows = Prisma.sql`"round" r join app_user u on u.id = r.user_id
  left join score_run c on c.project_id = r.project_id and c.id = r.score_run_id`

const isPlace = ({ projectId, roundId }: RoundPlace) =>
  Prisma.sql`project_id = ${projectId}::uuid and id = ${roundId}::uuid`

const isRun = ({ attempt, ...place }: RoundRun) =>
  Prisma.sql`${isPlace(place)} and attempt = ${attempt} and state in ('planning', 'opening')`

export async function findRound(
  db: Transaction,
  { projectId, roundId }: RoundPlace,
): Promise<RoundRow | null> {
  const [row] = await db.$queryRaw<RoundRow[]>`
    select ${columns}, r.outcome from ${rows}
    where r.project_id = ${projectId}::uuid and r.id = ${roundId}::uuid`
  return row ?? null
}

/**
 * Newest first, without their heads. Plans that came to nothing are counted apart: however many there were, they do not
 * take the place of a round. With a number, the round that has it, however old it is.
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
    select ${columns}, case when r.outcome = '{}' then r.outcome else r.outcome || '{"head": []}' end as outcome
    from ${rows} join listed l on l.id = r.id and l.is_listed
    where r.project_id = ${projectId}::uuid
    order by r.created_at desc, r.id desc`
}

/** Whether there is this score run, and whether it is done: else a round cannot go by it. */
export async function findScoreRunState(
  db: Transaction,
  projectId: string,
  runId: string,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ state: string }[]>`
    select state::text from score_run where project_id = ${projectId}::uuid and id = ${runId}::uuid`
  return row?.state ?? null
}

/** One plan waits at most: the one before makes way. Two at once: the second waits here, and takes the first's place. */
export async function insertRound(
  db: Transaction,
  { projectId, roundId, attempt }: RoundRun,
  {
    userId,
    policy,
    scoreRunId,
  }: { userId: string; policy: RoundPolicy; scoreRunId: string | null },
): Promise<void> {
  await db.$queryRaw`select id from project where id = ${projectId}::uuid for no key update`
  await db.$executeRaw`
    update "round" set state = 'cancelled', attempt = attempt + 1, message = ${replaced}
    where project_id = ${projectId}::uuid and state in ('planning', 'planned')`
  await db.$executeRaw`
    insert into "round" (project_id, id, user_id, policy, score_run_id, attempt)
    values (${projectId}::uuid, ${roundId}::uuid, ${userId}::uuid, ${JSON.stringify(policy)}::jsonb,
      ${scoreRunId}::uuid, ${attempt})`
}

/** Gives the number of the attempt; null where there is no plan to open. Of two at once one wins. */
export async function beginOpening(
  db: Transaction,
  place: RoundPlace,
  userId: string,
): Promise<number | null> {
  await db.$queryRaw`select id from project where id = ${place.projectId}::uuid for no key update`
  const [row] = await db.$queryRaw<{ attempt: number }[]>`
    update "round" set state = 'opening', attempt = attempt + 1, user_id = ${userId}::uuid, read_rows = 0, message = null
    where ${isPlace(place)} and state = 'planned'
      and not exists (select from "round" o where o.project_id = ${place.projectId}::uuid and o.state = 'opening')
    returning attempt`
  return row?.attempt ?? null
}

/** A run under way finds the number of its attempt gone, and takes everything back. False: there is nothing to cancel. */
export async function markCancelled(
  db: Transaction,
  place: RoundPlace,
  message: string,
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update "round" set state = 'cancelled', attempt = attempt + 1, message = ${message}
    where ${isPlace(place)} and state in ('planning', 'planned', 'opening')`
  return changed === 1
}

/** What a run works on. */
export interface BegunRound {
  state: 'planning' | 'opening'
  policy: unknown
  userId: string
  /** The project's, as the next ones. */
  id: string
  flow: Flow
  overlap: number
  solutions: number
}

/** Null where the attempt is not the current one, or is over. */
export async function findRun(db: Transaction, run: RoundRun): Promise<BegunRound | null> {
  const [row] = await db.$queryRaw<BegunRound[]>`
    select r.state::text, r.policy, r.user_id as "userId", p.id, p.flow::text, p.overlap,
      (select count(*)::int from solution s where s.project_id = p.id) as solutions
    from (select * from "round" where ${isRun(run)}) r join project p on p.id = r.project_id`
  return row ?? null
}

/** False where the attempt is not the current one any more. */
export async function setProgress(
  db: Transaction,
  run: RoundRun,
  { readRows, allRows }: JobProgress,
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update "round" set read_rows = ${readRows}::int, all_rows = ${allRows}::int where ${isRun(run)}`
  return changed === 1
}

/** False where the attempt is not the current one any more. */
export async function endPlanning(
  db: Transaction,
  run: RoundRun,
  outcome: RoundOutcome,
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update "round" set state = 'planned', outcome = ${JSON.stringify(outcome)}::jsonb,
      read_rows = ${outcome.solutions}::int, all_rows = ${outcome.solutions}::int
    where ${isRun(run)}`
  return changed === 1
}

/** The number of the next round. Call it where nobody else opens one. */
export async function countUpRounds(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ number: number }]>`
    select coalesce(max(number), 0) + 1 as number from "round" where project_id = ${projectId}::uuid`
  return row.number
}

/** The one before is closed. False where the attempt is not the current one any more. */
export async function endOpening(
  db: Transaction,
  run: RoundRun,
  { number, outcome }: { number: number; outcome: RoundOutcome },
): Promise<boolean> {
  await db.$executeRaw`
    update "round" set state = 'closed', closed_at = clock_timestamp()
    where project_id = ${run.projectId}::uuid and state = 'open'`
  const changed = await db.$executeRaw`
    update "round" set state = 'open', number = ${number}::int, opened_at = clock_timestamp(),
      outcome = ${JSON.stringify(outcome)}::jsonb, read_rows = ${outcome.solutions}::int, all_rows = ${outcome.solutions}::int
    where ${isRun(run)}`
  return changed === 1
}

/** False: it is not open. */
export async function markClosed(db: Transaction, place: RoundPlace): Promise<boolean> {
  const changed = await db.$executeRaw`
    update "round" set state = 'closed', closed_at = now() where ${isPlace(place)} and state = 'open'`
  return changed === 1
}

/** Nothing was changed, and `message` says why. */
export async function markFailed(db: Transaction, run: RoundRun, message: string): Promise<void> {
  await db.$executeRaw`update "round" set state = 'failed', message = ${message} where ${isRun(run)}`
}
