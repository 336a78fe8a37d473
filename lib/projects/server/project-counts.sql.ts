import { Prisma } from '@/lib/generated/prisma/client'
import { type StoredCounts, storedCountRowsSql } from '@/lib/platform/server/stored-counts.sql'

/** Problems, solutions by verdict, unfinished queue items of a project, and the annotations that those still need. */
export const projectCounts: StoredCounts = {
  table: Prisma.sql`project_count`,
  changeTable: Prisma.sql`project_count_change`,
  source: Prisma.sql`counted_project_row`,
  keys: Prisma.sql`project_id, kind`,
  amounts: [Prisma.sql`amount`],
}

/** Rows with `kind` and `amount` that add up to the counts of a project. */
export const projectCountsSql = (projectId: string) =>
  Prisma.sql`(${storedCountRowsSql(projectCounts, Prisma.sql`project_id = ${projectId}::uuid`)})`
