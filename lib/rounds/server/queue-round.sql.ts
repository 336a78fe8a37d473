import { Prisma } from '@/lib/generated/prisma/client'
import type { RowCopier } from '@/lib/platform/server/row-copier'
import { readUuid } from '@/lib/platform/server/binary-rows'
import type { Transaction } from '@/lib/platform/server/database'
import type { SlicePolicy } from '../policy'

/** An item as a round puts it into the queue. */
export interface RoundItem {
  /** 32 hexadecimal digits, as `problem`. */
  solution: string
  problem: string
  slice: SlicePolicy
  /** From 1: where it is served. */
  place: number
  score: number | null
  reason: string
  wanted: number
  selectionProbability: number
}

/** What a round selects is served before whatever stands in another tier. */
const tier = 0

/** Of an item `q`: nobody holds it, has labelled it, or is due to get it back, whose place it may be. */
const isUnbegun = Prisma.sql`q.held = 0 and q.done = 0 and not exists (select from queue_due d
  where d.project_id = q.project_id and d.solution_id = q.solution_id)`

/**
 * Takes out of the queue what nobody has begun; what somebody holds, has labelled or has back stays. Rows are locked by id, as by
 * all that locks several: who claims one at this moment is waited for, and keeps it. From here to the end of the
 * transaction nobody claims in this project: `lock_best_item` refuses at once, where it would wait for every row. Returns
 * how many are gone.
 */
export async function dropUnbegun(db: Transaction, projectId: string): Promise<number> {
  await db.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended('queue/' || ${projectId}::text, 0))`
  return db.$executeRaw`
    with unbegun as materialized (
      select q.solution_id from queue_item q
      where q.project_id = ${projectId}::uuid and ${isUnbegun}
      order by q.solution_id for update of q
    )
    delete from queue_item q using unbegun u
    where q.project_id = ${projectId}::uuid and q.solution_id = u.solution_id and q.held = 0 and q.done = 0`
}

/** For `RowReader.stream`: the solutions that stand in the queue. */
export const selectQueued = (projectId: string) =>
  Prisma.sql`select solution_id from queue_item where project_id = ${projectId}::uuid`

/** How many items there are that somebody has begun or has back, not all of them done, and how many that nobody has. */
export async function countStanding(
  db: Transaction,
  projectId: string,
): Promise<{ kept: number; unbegun: number }> {
  const [row] = await db.$queryRaw<[{ kept: number; unbegun: number }]>`
    select count(*) filter (where not is_unbegun and done < wanted)::int as kept,
      count(*) filter (where is_unbegun and wanted > 0)::int as unbegun
    from (select q.done, q.wanted, ${isUnbegun} as is_unbegun from queue_item q
      where q.project_id = ${projectId}::uuid) i`
  return row
}

/** Puts items into the queue that are not in it. */
export function copyItems(
  copier: RowCopier,
  { projectId, round }: { projectId: string; round: number },
  items: Iterable<RoundItem>,
): Promise<void> {
  const project = readUuid(projectId)
  return copier.copy(
    `copy queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, wanted, round, score,
      selection_probability) from stdin (format binary)`,
    (rows) => {
      for (const item of items) {
        rows.begin(12)
        rows.bytes(project)
        rows.uuid(item.solution)
        rows.uuid(item.problem)
        rows.text(item.slice)
        rows.smallint(tier)
        rows.int(item.place)
        rows.float8(item.score ?? 0)
        rows.text(item.reason)
        rows.smallint(item.wanted)
        rows.int(round)
        rows.float8(item.score)
        rows.float8(item.selectionProbability)
      }
    },
  )
}

/** What the head of a round shows beside what is selected, in any order. */
export interface HeadSolution {
  solution: string
  externalId: string | null
  problem: string
  answer: string | null
  truth: string | null
}

export function readHeadSolutions(
  db: Transaction,
  projectId: string,
  solutions: readonly string[],
): Promise<HeadSolution[]> {
  return db.$queryRaw<HeadSolution[]>`
    select s.id as solution, s.external_id as "externalId", p.statement as problem, s.answer, p.answer as truth
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = ${projectId}::uuid and s.id = any(${solutions}::uuid[])`
}

/** Whether the queue of this project is filled by rounds: has one ever been opened? */
export async function hasHadRound(db: Transaction, projectId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ has: boolean }]>`
    select exists (select from "round" where project_id = ${projectId}::uuid and number is not null) as has`
  return row.has
}

/**
 * Takes out what a round selected for a verdict that is another by now, where nobody has begun it: a right answer is no
 * convincing wrong one. Whether it is worth reading as something else is for the next round to say.
 */
export async function dropMisplaced(
  db: Transaction,
  projectId: string,
  problemIds: readonly string[],
): Promise<number> {
  const isMisplaced = Prisma.sql`(q.slice = 'convincing-wrong' and s.verdict <> 'wrong')
    or (q.slice = 'right-answer-weak-process' and s.verdict <> 'correct')`
  return db.$executeRaw`
    with misplaced as materialized (
      select q.solution_id from queue_item q
        join solution s on s.project_id = q.project_id and s.id = q.solution_id
      where q.project_id = ${projectId}::uuid and q.problem_id = any(${problemIds}::uuid[]) and q.round > 0
        and ${isUnbegun} and (${isMisplaced})
      order by q.solution_id for update of q
    )
    delete from queue_item q using misplaced m
    where q.project_id = ${projectId}::uuid and q.solution_id = m.solution_id and q.held = 0 and q.done = 0`
}
