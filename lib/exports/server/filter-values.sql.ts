import type { Transaction } from '@/lib/platform/server/database'

/** Above this number, they are not offered as a list. */
const maxValues = 500

export interface FilterValues {
  subjects: string[]
  labelers: string[]
  generations: number[]
}

/** Subjects, labelers and generations in a project, sorted, up to a limit. */
export async function listFilterValues(db: Transaction, projectId: string): Promise<FilterValues> {
  const [row] = await db.$queryRaw<[FilterValues]>`
    select
      array(select distinct subject from problem
        where project_id = ${projectId}::uuid and subject is not null
        order by subject limit ${maxValues}) as subjects,
      array(select distinct labeler from annotation
        where project_id = ${projectId}::uuid and user_id is null and state = 'submitted'
        order by labeler limit ${maxValues}) as labelers,
      array(select distinct generation from annotation
        where project_id = ${projectId}::uuid and generation is not null and state = 'submitted'
        order by generation limit ${maxValues}) as generations`
  return row
}
