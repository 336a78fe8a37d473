import {
  isServedForQualityControlSql,
  countsAsWorkSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Database, Transaction } from '@/lib/platform/server/database'

/**
 * How long after its submission an annotation is sampled. A submission stores the start time of its transaction, so
 * older rows are committed by now or never will be.
 */
const settledAfterSeconds = 10

const batchSize = 500

/**
 * Samples newly submitted annotations for review. The sample depends on a hash of the annotation's id, so reopening and
 * submitting an annotation does not sample it again. Annotations from before the share was set are never sampled.
 */
export async function sampleAnnotationsForReview(db: Database, signal: AbortSignal): Promise<void> {
  for (const projectId of await startSampling(db))
    while (!signal.aborted && (await sampleBatch(db, projectId)) === batchSize);
}

/** Lists projects with a review share. Creates their missing cursors, and deletes those of other projects. */
async function startSampling(db: Transaction): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with sampling as (
      select id from project where review_share > 0 or review_first_share > 0
    ), deleted_cursor as (
      delete from review_sample_cursor where project_id not in (select id from sampling)
    ), new_cursor as (
      insert into review_sample_cursor (project_id, submitted_at, annotation_id)
      select id, now(), '00000000-0000-0000-0000-000000000000' from sampling
      where not exists (select from review_sample_cursor r where r.project_id = id)
      on conflict do nothing
    )
    select id from sampling order by id`
  return rows.map(({ id }) => id)
}

/** Samples from the next annotations in order of submission, and returns how many it read. */
async function sampleBatch(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    with cursor_position as (
      select * from review_sample_cursor where project_id = ${projectId}::uuid for update
    ), batch as (
      select l.id, l.user_id, l.submitted_at,
        l.flow = 'solution' and l.import_id is null and ${countsAsWorkSql()} as is_work
      from annotation l
      where l.project_id = ${projectId}::uuid and l.user_id is not null and l.state = 'submitted'
        -- Scalar subqueries, so that the index scan starts at the cursor. A join would read all annotations.
        and (l.submitted_at, l.id) > ((select submitted_at from cursor_position), (select annotation_id from cursor_position))
        and l.submitted_at < now() - make_interval(secs => ${settledAfterSeconds})
      order by l.submitted_at, l.id limit ${batchSize}
    ), chances as (
      select f.id, case when (
          select count(*) from (
            select from annotation o
            where o.project_id = ${projectId}::uuid and o.user_id = f.user_id and o.state = 'submitted'
              and o.submitted_at < f.submitted_at and not ${isServedForQualityControlSql(Prisma.sql`o`)}
            limit p.review_first_count
          ) before
        ) < p.review_first_count then greatest(p.review_first_share, p.review_share) else p.review_share end as chance
      from batch f join project p on p.id = ${projectId}::uuid
      where f.is_work
    ), sampled as (
      insert into review_sample (project_id, annotation_id, chance)
      select ${projectId}::uuid, id, chance from chances
      where ('x' || left(encode(sha256(convert_to('review ' || id, 'UTF8')), 'hex'), 12))::bit(48)::bigint
        < chance * 281474976710656
      on conflict do nothing
    ), moved_cursor as (
      update review_sample_cursor r set submitted_at = f.submitted_at, annotation_id = f.id
      from (select * from batch order by submitted_at desc, id desc limit 1) f
      where r.project_id = ${projectId}::uuid
    )
    select count(*)::int as count from batch`
  return row?.count ?? 0
}
