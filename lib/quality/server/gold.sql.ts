import type { GoldOrigin } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'

/** What is known of a gold solution. */
export interface GoldAnswer {
  /** Steps, from 0 and rising, each of which is right as the first error; empty: there is none. */
  firstErrors: readonly number[]
  /** For the annotator, afterwards. */
  explanation: string | null
}

interface SolutionKey {
  projectId: string
  solutionId: string
}

/** Of these solutions, those that are gold. */
export async function findGold(
  db: Transaction,
  projectId: string,
  solutionIds: readonly string[],
): Promise<Map<string, GoldAnswer>> {
  if (solutionIds.length === 0) return new Map()
  const rows = await db.$queryRaw<(GoldAnswer & { id: string })[]>`
    select solution_id as id, first_errors as "firstErrors", explanation from gold_item
    where project_id = ${projectId}::uuid and solution_id in (
      select i::uuid from unnest(${solutionIds}::text[]) as i)`
  return new Map(rows.map(({ id, ...answer }) => [id, answer]))
}

/**
 * Makes solutions gold that an import knows, or writes a wider answer over the one before. They are not ordinary work any
 * more: what of them waits in the queue is closed last of all (lib/rounds/server/close-slots.sql.ts), for it keeps people
 * waiting.
 */
export async function insertGold(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string | null },
  items: readonly (GoldAnswer & { solutionId: string })[],
): Promise<void> {
  if (items.length === 0) return
  await db.$executeRaw`
    insert into gold_item as g (project_id, solution_id, first_errors, explanation, import_id)
    select ${projectId}::uuid, "solutionId", jsonb_smallints("firstErrors"), explanation, ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r("solutionId" uuid, "firstErrors" jsonb,
      explanation text)
    on conflict (project_id, solution_id) do update
      set first_errors = excluded.first_errors, explanation = coalesce(g.explanation, excluded.explanation)`
}

/** Makes a solution gold by a person's word, in place of what was known of it before. */
export async function storeGold(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  gold: GoldAnswer & { origin: GoldOrigin; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into gold_item (project_id, solution_id, first_errors, explanation, origin, user_id)
    values (${projectId}::uuid, ${solutionId}::uuid, jsonb_smallints(${JSON.stringify(gold.firstErrors)}::jsonb),
      ${gold.explanation}, ${gold.origin}::gold_origin, ${gold.userId}::uuid)
    on conflict (project_id, solution_id) do update
      set first_errors = excluded.first_errors, explanation = excluded.explanation, origin = excluded.origin,
        user_id = excluded.user_id, created_at = now()`
}

/** The same answer, of steps that have other numbers now. */
export async function moveGold(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  firstErrors: readonly number[],
): Promise<void> {
  await db.$executeRaw`
    update gold_item set first_errors = jsonb_smallints(${JSON.stringify(firstErrors)}::jsonb)
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
}

/** What was known of a solution is known no more; with `origin`, only where it comes from there. False where it is not. */
export async function removeGold(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  origin: GoldOrigin | null = null,
): Promise<boolean> {
  const removed = await db.$executeRaw`
    delete from gold_item where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
      and (${origin}::gold_origin is null or origin = ${origin}::gold_origin)`
  return removed === 1
}
