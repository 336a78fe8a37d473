import { Prisma } from '@/lib/generated/prisma/client'
import type { GoldOrigin } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'

/** The known answer of a gold solution. */
export interface KnownAnswer {
  /** The accepted first errors: steps from 0, in ascending order; empty: no error. */
  firstErrors: readonly number[]
  /** Shown to the annotator after they answer. */
  explanation: string | null
}

interface SolutionKey {
  projectId: string
  solutionId: string
}

export type StoredAnswer = KnownAnswer & { origin: GoldOrigin }

/** The known answers of these solutions. Those that are not gold have none. */
export async function findKnownAnswers(
  db: Transaction,
  projectId: string,
  solutionIds: readonly string[],
): Promise<Map<string, StoredAnswer>> {
  if (solutionIds.length === 0) return new Map()
  const rows = await db.$queryRaw<(StoredAnswer & { id: string })[]>`
    select solution_id as id, first_errors as "firstErrors", explanation, origin::text from gold_item
    where project_id = ${projectId}::uuid and solution_id in (
      select i::uuid from unnest(${solutionIds}::text[]) as i)`
  return new Map(rows.map(({ id, ...answer }) => [id, answer]))
}

/**
 * Makes imported solutions gold. Of those that are gold already, it replaces the first errors. The gold then comes from the
 * import if they change, and if it came from an adjudication, so that withdrawing that does not remove it. The import closes
 * their queue items at the end of its transaction (lib/rounds/server/close-slots.sql.ts), because that blocks claims.
 */
export async function storeImportedGold(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string | null },
  items: readonly (KnownAnswer & { solutionId: string })[],
): Promise<void> {
  if (items.length === 0) return
  await db.$executeRaw`
    insert into gold_item as g (project_id, solution_id, first_errors, explanation, import_id)
    select ${projectId}::uuid, "solutionId", jsonb_smallints("firstErrors"), explanation, ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r("solutionId" uuid, "firstErrors" jsonb,
      explanation text)
    on conflict (project_id, solution_id) do update
      set first_errors = excluded.first_errors, explanation = coalesce(g.explanation, excluded.explanation),
        origin = case when ${keepsOriginSql} then g.origin else excluded.origin end,
        import_id = case when ${keepsOriginSql} then g.import_id else excluded.import_id end,
        user_id = case when ${keepsOriginSql} then g.user_id else excluded.user_id end`
}

const keepsOriginSql = Prisma.sql`(g.first_errors = excluded.first_errors and g.origin <> 'adjudicated')`

/** Makes a solution gold with an answer given by a person. Replaces the earlier answer, if any. */
export async function storeGoldFromPerson(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  gold: KnownAnswer & { origin: GoldOrigin; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into gold_item (project_id, solution_id, first_errors, explanation, origin, user_id)
    values (${projectId}::uuid, ${solutionId}::uuid, jsonb_smallints(${JSON.stringify(gold.firstErrors)}::jsonb),
      ${gold.explanation}, ${gold.origin}::gold_origin, ${gold.userId}::uuid)
    on conflict (project_id, solution_id) do update
      set first_errors = excluded.first_errors, explanation = excluded.explanation, origin = excluded.origin,
        user_id = excluded.user_id, created_at = now()`
}

/** Renumbers the first errors after the steps of the solution changed. */
export async function renumberGoldErrors(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  firstErrors: readonly number[],
): Promise<void> {
  await db.$executeRaw`
    update gold_item set first_errors = jsonb_smallints(${JSON.stringify(firstErrors)}::jsonb)
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
}

/** Makes a solution ordinary again; with `origin`, only if its answer has that origin. Returns whether it changed. */
export async function deleteGold(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  origin: GoldOrigin | null = null,
): Promise<boolean> {
  const removedRows = await db.$executeRaw`
    delete from gold_item where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid
      and (${origin}::gold_origin is null or origin = ${origin}::gold_origin)`
  return removedRows === 1
}
