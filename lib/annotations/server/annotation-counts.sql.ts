import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from '@/lib/platform/server/database'

/*
 * Stored counts of submitted annotations (docs/decisions/054-kept-counts.md): `annotation_count` plus the changes in
 * `annotation_count_change` that were not added to it yet.
 */

const keyColumns = Prisma.sql`project_id, day, is_imported, finish_reason, error_step`
const countColumns = Prisma.sql`annotations, negative, neutral, positive`
const sumsSql = Prisma.sql`sum(annotations)::int as annotations, sum(negative)::int as negative, sum(neutral)::int as neutral,
  sum(positive)::int as positive`

/**
 * Rows that add up to the counts of a project's work, as in `countsAsWorkSql`: submitted annotations that were not served for
 * quality control, minus those of solutions that are gold now, which are few.
 */
export const workCountsSql = (projectId: string) => Prisma.sql`(
  select ${keyColumns}, ${countColumns} from annotation_count where project_id = ${projectId}::uuid
  union all
  select ${keyColumns}, ${countColumns} from annotation_count_change where project_id = ${projectId}::uuid
  union all
  select c.project_id, c.day, c.is_imported, c.finish_reason, c.error_step, -1, -c.negative, -c.neutral, -c.positive
  -- Looked up one by one, because a join could read all annotations.
  from gold_item g cross join lateral (
    select * from counted_annotation where project_id = g.project_id and solution_id = g.solution_id offset 0) c
  where g.project_id = ${projectId}::uuid)`

const maxChangesAtOnce = 10_000

/** Adds at most `maxChangesAtOnce` changes to the counts, so that there are few rows to read. */
export async function applyAnnotationCountChanges(db: Database): Promise<void> {
  await db.$executeRaw`
    with changes as (
      delete from annotation_count_change
      where id in (select id from annotation_count_change limit ${maxChangesAtOnce}::int) returning *
    )
    insert into annotation_count as c (${keyColumns}, ${countColumns})
    select ${keyColumns}, ${sumsSql} from changes group by ${keyColumns} order by ${keyColumns}
    on conflict (${keyColumns}) do update set annotations = c.annotations + excluded.annotations,
      negative = c.negative + excluded.negative, neutral = c.neutral + excluded.neutral,
      positive = c.positive + excluded.positive`
}

/** What the stored counts lack, as rows to add. No rows if the counts are right. */
const missingCountsSql = Prisma.sql`
  select ${keyColumns}, ${sumsSql}
  from (
    select ${keyColumns}, 1 as annotations, negative, neutral, positive from counted_annotation
    union all
    select ${keyColumns}, -annotations, -negative, -neutral, -positive from annotation_count
    union all
    select ${keyColumns}, -annotations, -negative, -neutral, -positive from annotation_count_change
  ) difference
  group by ${keyColumns}
  having (sum(annotations), sum(negative), sum(neutral), sum(positive)) <> (0, 0, 0, 0)`

/** The number of stored counts that differ from counting all annotations again. */
export async function countIncorrectAnnotationCounts(db: Transaction): Promise<number> {
  const [row] = await db.$queryRaw<[{ wrong: number }]>`
    select count(*)::int as wrong from (${missingCountsSql}) missing`
  return row.wrong
}

/**
 * Corrects the stored counts and returns how many were wrong. Blocks no annotator: one statement compares and adds the
 * difference. A second correction waits, or both would add it.
 */
export async function correctAnnotationCounts(db: Transaction): Promise<number> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('correct-annotation-counts', 0))::text`
  return db.$executeRaw`insert into annotation_count_change (${keyColumns}, ${countColumns}) ${missingCountsSql}`
}
