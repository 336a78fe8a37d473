import type { Transaction } from '@/lib/platform/server/database'

/** What is known of a gold solution. */
export interface GoldAnswer {
  /** Steps, from 0 and rising, each of which is right as the first error; empty: there is none. */
  firstErrors: readonly number[]
  /** For the annotator, afterwards. */
  explanation: string | null
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
 * Makes solutions gold, or writes a wider answer over the one before. They are not ordinary work any more: what of them
 * waits in the queue is closed last of all (lib/rounds/server/close-places.sql.ts), for it keeps people waiting.
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

/** What was known of a solution is known no more. */
export async function removeGold(
  db: Transaction,
  { projectId, solutionId }: { projectId: string; solutionId: string },
): Promise<void> {
  await db.$executeRaw`
    delete from gold_item where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
}
