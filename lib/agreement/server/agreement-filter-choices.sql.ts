import type { Transaction } from '@/lib/platform/server/database'
import type { AgreementFilterChoices } from '../contract'

/** Maximum number of choices in a menu. */
const maxChoices = 200

export interface AgreementFilterSummary extends AgreementFilterChoices {
  annotations: number
  asOf: Date
}

/**
 * The filter choices of a project. People with most submitted annotations come first. Rounds, slices and
 * subjects include those without annotations.
 */
export async function summariseAgreementFilterChoices(
  db: Transaction,
  projectId: string,
): Promise<AgreementFilterSummary> {
  const [row] = await db.$queryRaw<[AgreementFilterSummary]>`
    with l as materialized (
      select labeler, user_id, generation, guideline_version, origin, count(*)::int as annotations
      from annotation where project_id = ${projectId}::uuid and state = 'submitted'
      group by labeler, user_id, generation, guideline_version, origin
    )
    select now() as "asOf", coalesce((select sum(annotations)::int from l), 0) as annotations,
      coalesce((select jsonb_agg(jsonb_build_object('labeler', labeler, 'name', name) order by count desc, labeler)
        from (select l.labeler, coalesce(max(u.name), l.labeler) as name, sum(l.annotations) as count
          from l left join app_user u on u.id = l.user_id
          group by l.labeler order by count desc, l.labeler limit ${maxChoices}) people), '[]') as people,
      array(select distinct number from (
        select generation as number from l where generation is not null
        union select number from "round" where project_id = ${projectId}::uuid and number is not null) numbers
        order by number limit ${maxChoices}) as rounds,
      array(select distinct slice from queue_item
        where project_id = ${projectId}::uuid order by slice limit ${maxChoices}) as slices,
      array(select distinct subject from problem where project_id = ${projectId}::uuid and subject is not null
        order by subject limit ${maxChoices}) as subjects,
      array(select distinct guideline_version from l where guideline_version is not null
        order by guideline_version limit ${maxChoices}) as guidelines,
      exists (select from l where origin = 'imported') as "hasImported"`
  return row
}

/** Names of these labelers, if they have accounts. */
export async function readAccountNamesOfLabelers(
  db: Transaction,
  labelers: readonly string[],
): Promise<Record<string, string>> {
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    select id::text as id, name from app_user where id::text = any(${labelers}::text[])`
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
