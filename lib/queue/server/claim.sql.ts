import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'

/** A lease as the person who claims sees it. */
export interface LeaseRow {
  id: string
  solutionId: string
  isAhead: boolean
  expiresAt: Date
  secondsLeft: number
}

interface Claimer {
  projectId: string
  userId: string
}

/**
 * One at a time for one person, in however many tabs and processes: claims, and whatever touches more than one lease
 * (which would otherwise lock them in different orders). Held until the transaction ends; other people do not wait.
 */
export async function lockClaimer(db: Transaction, { projectId, userId }: Claimer): Promise<void> {
  const key = nameClaimer(Prisma.sql`${projectId}`, Prisma.sql`${userId}`)
  await db.$executeRaw`select pg_advisory_xact_lock(${key})`
}

/** The number that stands for a claimer where they are locked. */
export const nameClaimer = (projectId: Prisma.Sql, userId: Prisma.Sql) =>
  Prisma.sql`hashtextextended('claim/' || ${projectId}::text || '/' || ${userId}::text, 0)`

/** Gives back what ran out, so that its places count as free. The index on expires_at makes this cheap when nothing did. */
export async function endExpiredLeases(db: Transaction, projectId: string): Promise<void> {
  await db.$executeRaw`select end_expired_leases(${projectId}::uuid)::text`
}

/** A claim's answer where it is a solution. */
export type ServedRow = LeaseRow & { why: 'resumed' | 'screening' | 'work'; note: string | null }

interface Claim extends Claimer {
  ahead: boolean
  leaseMinutes: number
}

const servedColumns = Prisma.sql`c.why, c.id, c.solution_id as "solutionId", c.is_ahead as "isAhead",
  c.expires_at as "expiresAt", c.seconds_left as "secondsLeft", c.note`

const callClaimNext = ({ projectId, userId, ahead, leaseMinutes }: Claim) =>
  Prisma.sql`claim_next(${projectId}::uuid, ${userId}::uuid, ${makeId()}::uuid, ${ahead}, ${leaseMinutes}) as c`

/**
 * Resumes the person's lease, else takes what their screening asks, the best open item, or gold, all in one function of the
 * database (migrations claims_in_one_statement, gold_in_the_stream). Null where something keeps them from work
 * (`findBar`), where something is due to them, and where nothing is open.
 */
export async function claimOpenItem(db: Transaction, claim: Claim): Promise<ServedRow | null> {
  const [row] = await db.$queryRaw<
    ServedRow[]
  >`select ${servedColumns} from ${callClaimNext(claim)}`
  return row ?? null
}

/** The same, and its audit entry, in one statement that needs no transaction around it. */
export async function claimOpenItemAtOnce(
  db: Transaction,
  claim: Claim,
  writeEntry: (target: Prisma.Sql, detail: Prisma.Sql) => Prisma.Sql,
): Promise<ServedRow | null> {
  const entry = writeEntry(
    Prisma.sql`'solution:' || c.solution_id`,
    Prisma.sql`jsonb_build_object('lease', c.id, 'why', c.why)::text`,
  )
  const [row] = await db.$queryRaw<(ServedRow & { entry: string })[]>`
    select ${servedColumns}, ${entry} as entry from ${callClaimNext(claim)}`
  return row ?? null
}

/** What keeps a person from being served work. `screening`: they are served that, and have had all of it. */
export type Bar = 'paused' | 'due' | 'screening' | 'failed'

export async function findBar(
  db: Transaction,
  { projectId, userId }: Claimer,
): Promise<Bar | null> {
  const [row] = await db.$queryRaw<[{ bar: Bar | null }]>`
    select find_bar(${projectId}::uuid, ${userId}::uuid) as bar`
  return row.bar
}

/** What a screening asks for: the person's own where they are at one, else the next. */
export async function readScreening(
  db: Transaction,
  { projectId, userId }: Claimer,
): Promise<{ items: number; share: number }> {
  const [row] = await db.$queryRaw<{ items: number; share: number }[]>`
    select coalesce(case when s.standing = 'screening' then s.items end, p.screening_items)::int as items,
      p.screening_share as share
    from project p left join queue_standing s on s.project_id = p.id and s.user_id = ${userId}::uuid
    where p.id = ${projectId}::uuid`
  return row!
}

export async function listLeasesOf(db: Transaction, claimer: Claimer): Promise<LeaseRow[]> {
  return db.$queryRaw<LeaseRow[]>`
    select id, solution_id as "solutionId", is_ahead as "isAhead", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"
    from lease
    where project_id = ${claimer.projectId}::uuid and user_id = ${claimer.userId}::uuid and expires_at > now()`
}

/**
 * Takes the best open solution that this person has neither labelled nor skipped nor holds, or gold in its stead, which
 * whoever asks cannot tell: null when none is free, also after waiting for who has the last ones locked. What is due to them comes by `takeDueItem` alone: its place may still
 * count as done.
 *
 * The places taken are counted on the very row that is locked, so PostgreSQL looks at the count again once it has the
 * lock; a count over the lease table would be read from the statement's snapshot and let one too many in (3 in 482 when
 * it was tried).
 */
export async function takeBestItem(
  db: Transaction,
  { projectId, userId }: Claimer,
  { isAhead, leaseMinutes }: { isAhead: boolean; leaseMinutes: number },
): Promise<LeaseRow | null> {
  const rows = await db.$queryRaw<LeaseRow[]>`
    select id, solution_id as "solutionId", is_ahead as "isAhead", expires_at as "expiresAt",
      extract(epoch from expires_at - now())::float8 as "secondsLeft"
    from take_best_item(${projectId}::uuid, ${userId}::uuid, ${makeId()}::uuid, ${isAhead}, ${leaseMinutes})`
  return rows[0] ?? null
}

export interface QueueState {
  hasItems: boolean
  /** What would be this person's next came free since the moment that was named. */
  hasOpened: boolean
  /** When the first lease of other people ends whose solution would be this person's next. */
  othersUntil: Date | null
  /** Places that are open, or with other people, whoever may take them. */
  hasPlaces: boolean
}

/** The snapshot of this moment: what it does not see ended later, or never. */
export async function readMoment(db: Transaction): Promise<string> {
  const [row] = await db.$queryRaw<[{ moment: string }]>`
    select pg_current_snapshot()::text as moment`
  return row.moment
}

/**
 * Why there was nothing for this person: read after a look that found nothing. What they might have had then is held or done
 * now, or opened since `before`, a moment before that look (docs/decisions/017-queue-cursor-per-annotator.md).
 */
export async function readQueueState(
  db: Transaction,
  { projectId, userId }: Claimer,
  before: string,
): Promise<QueueState> {
  /** Of an item `q`: with a place that is free they would be served it. */
  const isTheirs = Prisma.sql`not exists (select from queue_block b where b.project_id = q.project_id
      and b.solution_id = q.solution_id and b.user_id = ${userId}::uuid and coalesce(b.round = q.round, true) offset 0)
    and not exists (select from queue_exclusion x where x.project_id = q.project_id and x.solution_id = q.solution_id)`
  const [row] = await db.$queryRaw<QueueState[]>`
    with held_by_others as (
      select q.project_id, q.solution_id, q.round, q.closed_places, l.expires_at from lease l
        join queue_item q on q.project_id = l.project_id and q.solution_id = l.solution_id
      where l.project_id = ${projectId}::uuid and l.user_id <> ${userId}::uuid and l.purpose = 'work'
    )
    select
      exists (select from queue_item where project_id = ${projectId}::uuid) as "hasItems",
      exists (select from queue_item q where project_id = ${projectId}::uuid and held + done < wanted
        -- Numbers that are still to come are those of another server, which the rows were dumped from: not looked through.
        and opened_in between pg_snapshot_xmin(${before}::pg_snapshot) and pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(opened_in, ${before}::pg_snapshot) and ${isTheirs}) as "hasOpened",
      (select min(q.expires_at) from held_by_others q where q.closed_places is null and ${isTheirs}) as "othersUntil",
      exists (select from held_by_others) or (
        -- In order, so that it is looked up: where all is done the table would be read to its end.
        select true from queue_item q where project_id = ${projectId}::uuid and held + done < wanted
          and not exists (select from queue_exclusion x where x.project_id = q.project_id
            and x.solution_id = q.solution_id)
        order by opened_in limit 1) is not null as "hasPlaces"`
  return row!
}
