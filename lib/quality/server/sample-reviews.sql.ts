import type { Database, Transaction } from '@/lib/platform/server/database'

/**
 * How long after its submission an annotation is sampled. A submission stores the start time of its transaction, so
 * older rows are committed by now or never will be.
 */
const settledAfterSeconds = 10

const batchSize = 500

/**
 * Draws which newly submitted annotations reviewers are asked to look at, each once. Chance is in the annotation's own id: one
 * that is opened and submitted again is not drawn anew. From when a share is set on; what was there before is left alone.
 */
export async function drawReviewSamples(db: Database, signal: AbortSignal): Promise<void> {
  for (const projectId of await listDrawing(db))
    while (!signal.aborted && (await drawBatch(db, projectId)) === batchSize);
}

/** Projects with a share. One begins with what is submitted from now on; where the share is gone, so is the place. */
async function listDrawing(db: Transaction): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with drawing as (
      select id from project where review_share > 0 or review_first_share > 0
    ), ended as (
      delete from review_sample_cursor where project_id not in (select id from drawing)
    ), begun as (
      insert into review_sample_cursor (project_id, submitted_at, annotation_id)
      select id, now(), '00000000-0000-0000-0000-000000000000' from drawing
      where not exists (select from review_sample_cursor r where r.project_id = id)
      on conflict do nothing
    )
    select id from drawing order by id`
  return rows.map(({ id }) => id)
}

/** Of the next ones in the order of time. Returns how many it looked at. */
async function drawBatch(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ looked: number }[]>`
    with place as (
      select * from review_sample_cursor where project_id = ${projectId}::uuid for update
    ), fresh as (
      select l.id, l.user_id, l.submitted_at,
        l.flow = 'solution' and not l.is_quality_control and not l.is_screening and l.import_id is null as is_work
      from annotation l
      where l.project_id = ${projectId}::uuid and l.user_id is not null and l.state = 'submitted'
        -- One value each, which the index is walked from; joined, all annotations would be read each time.
        and (l.submitted_at, l.id) > ((select submitted_at from place), (select annotation_id from place))
        and l.submitted_at < now() - make_interval(secs => ${settledAfterSeconds})
      order by l.submitted_at, l.id limit ${batchSize}
    ), chances as (
      select f.id, case when (
          select count(*) from (
            select from annotation o
            where o.project_id = ${projectId}::uuid and o.user_id = f.user_id and o.state = 'submitted'
              and o.submitted_at < f.submitted_at and not o.is_quality_control and not o.is_screening
            limit p.review_first_count
          ) before
        ) < p.review_first_count then greatest(p.review_first_share, p.review_share) else p.review_share end as chance
      from fresh f join project p on p.id = ${projectId}::uuid
      where f.is_work
    ), drawn as (
      insert into review_sample (project_id, annotation_id, chance)
      select ${projectId}::uuid, id, chance from chances
      where ('x' || left(encode(sha256(convert_to('review ' || id, 'UTF8')), 'hex'), 12))::bit(48)::bigint
        < chance * 281474976710656
      on conflict do nothing
    ), moved as (
      update review_sample_cursor r set submitted_at = f.submitted_at, annotation_id = f.id
      from (select * from fresh order by submitted_at desc, id desc limit 1) f
      where r.project_id = ${projectId}::uuid
    )
    select count(*)::int as looked from fresh`
  return row?.looked ?? 0
}
