import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'

/** Maximum length of each list. */
const maxValues = 500

export interface FilterValues {
  subjects: string[]
  labelers: string[]
  generations: number[]
}

/** Which of these labelers have no submitted annotation in the project. Reads all annotations only for the unknown ones. */
export async function findUnknownLabelers(
  db: Transaction,
  projectId: string,
  labelers: readonly string[],
): Promise<string[]> {
  const rows = await db.$queryRaw<{ labeler: string }[]>`
    select labeler from unnest(${[...new Set(labelers)]}::text[]) with ordinality as requested(labeler, number)
    where (select true from annotation a
      where a.project_id = ${projectId}::uuid and a.state = 'submitted' and a.labeler = requested.labeler limit 1) is null
    order by number`
  return rows.map(({ labeler }) => labeler)
}

/** Subjects, labelers of imported annotations and generations in a project, sorted, up to a limit. */
export async function listFilterValues(db: Transaction, projectId: string): Promise<FilterValues> {
  const ofAnnotations = Prisma.sql`from annotation where project_id = ${projectId}::uuid and state = 'submitted'`
  // Generations are few, so each is looked up in the index from the one before.
  const [row] = await db.$queryRaw<[FilterValues]>`
    with recursive generations as (
      (select generation, 1 as number ${ofAnnotations} and generation is not null order by generation limit 1)
      union all
      select following.generation, g.number + 1 from generations g cross join lateral (
        select generation ${ofAnnotations} and generation > g.generation order by generation limit 1) following
      where g.number < ${maxValues}::int
    )
    select
      array(select distinct subject from problem
        where project_id = ${projectId}::uuid and subject is not null
        order by subject limit ${maxValues}) as subjects,
      array(select distinct labeler ${ofAnnotations} and user_id is null
        order by labeler limit ${maxValues}) as labelers,
      array(select generation from generations order by generation) as generations`
  return row
}
