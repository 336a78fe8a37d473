import { Prisma } from '@/lib/generated/prisma/client'
import { type StoredCounts, storedCountRowsSql } from '@/lib/platform/server/stored-counts.sql'

/** Submitted annotations of a project that were not served for quality control, and their steps by rating. */
export const annotationCounts: StoredCounts = {
  table: Prisma.sql`annotation_count`,
  changeTable: Prisma.sql`annotation_count_change`,
  source: Prisma.sql`counted_annotation`,
  keys: Prisma.sql`project_id, day, is_imported, finish_reason, error_step`,
  amounts: [
    Prisma.sql`annotations`,
    Prisma.sql`negative`,
    Prisma.sql`neutral`,
    Prisma.sql`positive`,
  ],
}

/** What each annotator submitted, also for quality control. Imported annotations have no annotator. */
export const annotatorCounts: StoredCounts = {
  table: Prisma.sql`annotator_count`,
  changeTable: Prisma.sql`annotator_count_change`,
  source: Prisma.sql`counted_submission`,
  keys: Prisma.sql`project_id, user_id, day, finish_reason, is_withdrawn`,
  amounts: [
    Prisma.sql`annotations`,
    Prisma.sql`flagged`,
    Prisma.sql`rated_steps`,
    Prisma.sql`time_ms`,
  ],
}

/**
 * Rows that add up to the counts of a project's work, as in `countsAsWorkSql`: submitted annotations that were not served for
 * quality control, minus those of solutions that are gold now, which are few.
 */
export const workCountsSql = (projectId: string) => Prisma.sql`(
  ${storedCountRowsSql(annotationCounts, Prisma.sql`project_id = ${projectId}::uuid`)}
  union all
  select c.project_id, c.day, c.is_imported, c.finish_reason, c.error_step, -1, -c.negative, -c.neutral, -c.positive
  -- Looked up one by one, because a join could read all annotations.
  from gold_item g cross join lateral (
    select * from counted_annotation where project_id = g.project_id and solution_id = g.solution_id offset 0) c
  where g.project_id = ${projectId}::uuid)`

/** Rows that add up to what annotators submitted in a project: all of them, or one. */
export const submissionCountsSql = ({
  projectId,
  userId,
}: {
  projectId: string
  userId?: string | undefined
}) =>
  Prisma.sql`(${storedCountRowsSql(
    annotatorCounts,
    userId === undefined
      ? Prisma.sql`project_id = ${projectId}::uuid`
      : Prisma.sql`project_id = ${projectId}::uuid and user_id = ${userId}::uuid`,
  )})`
