import { Prisma } from '@/lib/generated/prisma/client'
import { uuidToBytes } from '@/lib/platform/server/binary-copy-writer'
import type { BulkRowCopier } from '@/lib/platform/server/bulk-row-copier'
import type { Transaction } from '@/lib/platform/server/database'
import type { SlicePolicyName } from '../policy'

/** A queue item of a round. */
export interface RoundItem {
  /** 32 hexadecimal digits, like `problem`. */
  solution: string
  problem: string
  slice: SlicePolicyName
  /** Serving position, from 1. */
  position: number
  score: number | null
  /** A `SelectionReason` as JSON. */
  reason: string
  slots: number
  selectionProbability: number
}

/** Rounds use the first tier. Imports use later ones. */
const tier = 0

/** On queue_item `q`: not leased, not annotated and not reserved as rework. */
const isNotStartedSql = Prisma.sql`q.leased = 0 and q.done = 0 and not exists (select from queue_rework d
  where d.project_id = q.project_id and d.solution_id = q.solution_id)`

/**
 * Removes the waiting items of a project from the queue; items in progress and rework stay. Locks rows in id order and waits
 * for claims in progress, which keep their item. Until the transaction ends, claims in this project fail at once
 * (`lock_best_item`) instead of waiting for every row. Returns the number of removed items, not counting gold,
 * which has no slots.
 */
export async function removeWaitingItems(db: Transaction, projectId: string): Promise<number> {
  await db.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended('queue/' || ${projectId}::text, 0))`
  const [row] = await db.$queryRaw<[{ removed: number }]>`
    with waiting as materialized (
      select q.solution_id from queue_item q
      where q.project_id = ${projectId}::uuid and ${isNotStartedSql}
      order by q.solution_id for update of q
    ), removed as (
      delete from queue_item q using waiting w
      where q.project_id = ${projectId}::uuid and q.solution_id = w.solution_id and q.leased = 0 and q.done = 0
      returning q.slots
    )
    select (count(*) filter (where slots > 0))::int as removed from removed`
  return row.removed
}

/** For `BulkRowReader.stream`: ids of the queued solutions. */
export const selectQueuedSolutionIdsSql = (projectId: string) =>
  Prisma.sql`select solution_id from queue_item where project_id = ${projectId}::uuid`

/** Counts unfinished items in progress or in rework, and waiting items. Gold, which has no slots, is not counted as waiting. */
export async function countCarriedOverAndWaitingItems(
  db: Transaction,
  projectId: string,
): Promise<{ carriedOver: number; waiting: number }> {
  const [row] = await db.$queryRaw<[{ carriedOver: number; waiting: number }]>`
    select count(*) filter (where not is_waiting and done < slots)::int as "carriedOver",
      count(*) filter (where is_waiting and slots > 0)::int as waiting
    from (select q.done, q.slots, ${isNotStartedSql} as is_waiting from queue_item q
      where q.project_id = ${projectId}::uuid) i`
  return row
}

/** Adds items to the queue. None may be queued already. */
export function insertQueueItems(
  copier: BulkRowCopier,
  { projectId, round }: { projectId: string; round: number },
  items: Iterable<RoundItem>,
): Promise<void> {
  const project = uuidToBytes(projectId)
  return copier.copy(
    `copy queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots, round, score,
      selection_probability) from stdin (format binary)`,
    (rows) => {
      for (const item of items) {
        rows.beginRow(12)
        rows.bytes(project)
        rows.uuid(item.solution)
        rows.uuid(item.problem)
        rows.text(item.slice)
        rows.smallint(tier)
        rows.int(item.position)
        rows.float8(item.score ?? 0)
        rows.text(item.reason)
        rows.smallint(item.slots)
        rows.int(round)
        rows.float8(item.score)
        rows.float8(item.selectionProbability)
      }
    },
  )
}

/** What a round's reply says about each of its first items, in addition to the selection. */
export interface QueueItemSolution {
  solution: string
  externalId: string | null
  problem: string
  answer: string | null
  referenceAnswer: string | null
}

export function readQueueItemSolutions(
  db: Transaction,
  projectId: string,
  solutions: readonly string[],
): Promise<QueueItemSolution[]> {
  return db.$queryRaw<QueueItemSolution[]>`
    select s.id as solution, s.external_id as "externalId", p.statement as problem, s.answer, p.answer as "referenceAnswer"
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = ${projectId}::uuid and s.id = any(${solutions}::uuid[])`
}

/** Whether a round has ever been started. From then on, only rounds fill the queue. */
export async function hasStartedAnyRound(db: Transaction, projectId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ hasStarted: boolean }]>`
    select exists (select from "round" where project_id = ${projectId}::uuid and number is not null) as "hasStarted"`
  return row.hasStarted
}

/**
 * Removes waiting items of these problems that were selected for a verdict that they no longer have, for example a correct
 * answer selected as convincing wrong. The next round decides again. Returns the number of removed items.
 */
export async function removeItemsWithOutdatedVerdict(
  db: Transaction,
  projectId: string,
  problemIds: readonly string[],
): Promise<number> {
  const isOutdatedSql = Prisma.sql`(q.slice = 'convincing-wrong' and s.verdict <> 'wrong')
    or (q.slice = 'right-answer-weak-process' and s.verdict <> 'correct')`
  return db.$executeRaw`
    with outdated as materialized (
      select q.solution_id from queue_item q
        join solution s on s.project_id = q.project_id and s.id = q.solution_id
      where q.project_id = ${projectId}::uuid and q.problem_id = any(${problemIds}::uuid[]) and q.round > 0
        and ${isNotStartedSql} and (${isOutdatedSql})
      order by q.solution_id for update of q
    )
    delete from queue_item q using outdated o
    where q.project_id = ${projectId}::uuid and q.solution_id = o.solution_id and q.leased = 0 and q.done = 0`
}
