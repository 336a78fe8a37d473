ALTER VIEW "compared_labelling" RENAME TO "compared_annotation";
ALTER TABLE "labelling" RENAME TO "annotation";
ALTER TABLE "labelling_archive" RENAME TO "annotation_archive";
ALTER TABLE "labelling_event" RENAME TO "annotation_event";
ALTER TABLE "labelling_review" RENAME TO "annotation_review";
ALTER TABLE "labelling_told" RENAME TO "annotation_told";
ALTER TABLE "adjudication" RENAME COLUMN "adopted_labelling_id" TO "adopted_annotation_id";
ALTER TABLE "human_option" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "import_batch" RENAME COLUMN "labellings" TO "annotations";
ALTER TABLE "annotation_archive" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "annotation_event" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "annotation_review" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "annotation_told" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "option_rating" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "question" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "review_draw" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "review_sample" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "ruling_return" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "step_note" RENAME COLUMN "labelling_id" TO "annotation_id";
ALTER TABLE "human_option" RENAME CONSTRAINT "human_option_project_id_labelling_id_fkey" TO "human_option_project_id_annotation_id_fkey";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_arrays_align" TO "annotation_arrays_align";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_aside_range" TO "annotation_aside_range";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_blind_share" TO "annotation_blind_share";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_error_said" TO "annotation_error_said";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_explanation_words" TO "annotation_explanation_words";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_finished" TO "annotation_finished";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_has_author" TO "annotation_has_author";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_irregular_is_imported" TO "annotation_irregular_is_imported";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_lists_are_there" TO "annotation_lists_are_there";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_origin_import" TO "annotation_origin_import";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_pkey" TO "annotation_pkey";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_prefix" TO "annotation_prefix";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_project_id_solution_id_fkey" TO "annotation_project_id_solution_id_fkey";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_ratings_range" TO "annotation_ratings_range";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_reason_written" TO "annotation_reason_written";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_times_range" TO "annotation_times_range";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_user_id_fkey" TO "annotation_user_id_fkey";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_works_first" TO "annotation_works_first";
ALTER TABLE "annotation" RENAME CONSTRAINT "labelling_works_more" TO "annotation_works_more";
ALTER TABLE "annotation_archive" RENAME CONSTRAINT "labelling_archive_pkey" TO "annotation_archive_pkey";
ALTER TABLE "annotation_archive" RENAME CONSTRAINT "labelling_archive_project_id_labelling_id_fkey" TO "annotation_archive_project_id_annotation_id_fkey";
ALTER TABLE "annotation_event" RENAME CONSTRAINT "labelling_event_pkey" TO "annotation_event_pkey";
ALTER TABLE "annotation_event" RENAME CONSTRAINT "labelling_event_project_id_labelling_id_fkey" TO "annotation_event_project_id_annotation_id_fkey";
ALTER TABLE "annotation_review" RENAME CONSTRAINT "labelling_review_counts" TO "annotation_review_counts";
ALTER TABLE "annotation_review" RENAME CONSTRAINT "labelling_review_pkey" TO "annotation_review_pkey";
ALTER TABLE "annotation_review" RENAME CONSTRAINT "labelling_review_project_id_labelling_id_fkey" TO "annotation_review_project_id_annotation_id_fkey";
ALTER TABLE "annotation_review" RENAME CONSTRAINT "labelling_review_return_is_told" TO "annotation_review_return_is_told";
ALTER TABLE "annotation_review" RENAME CONSTRAINT "labelling_review_user_id_fkey" TO "annotation_review_user_id_fkey";
ALTER TABLE "annotation_told" RENAME CONSTRAINT "labelling_told_pkey" TO "annotation_told_pkey";
ALTER TABLE "annotation_told" RENAME CONSTRAINT "labelling_told_project_id_labelling_id_fkey" TO "annotation_told_project_id_annotation_id_fkey";
ALTER TABLE "option_rating" RENAME CONSTRAINT "option_rating_project_id_labelling_id_fkey" TO "option_rating_project_id_annotation_id_fkey";
ALTER TABLE "question" RENAME CONSTRAINT "question_project_id_labelling_id_fkey" TO "question_project_id_annotation_id_fkey";
ALTER TABLE "review_sample" RENAME CONSTRAINT "review_sample_project_id_labelling_id_fkey" TO "review_sample_project_id_annotation_id_fkey";
ALTER TABLE "ruling_return" RENAME CONSTRAINT "ruling_return_project_id_labelling_id_fkey" TO "ruling_return_project_id_annotation_id_fkey";
ALTER TABLE "step_note" RENAME CONSTRAINT "step_note_project_id_labelling_id_fkey" TO "step_note_project_id_annotation_id_fkey";
ALTER INDEX "labelling_archive_project_id_archived_at_idx" RENAME TO "annotation_archive_project_id_archived_at_idx";
ALTER INDEX "labelling_by_people" RENAME TO "annotation_by_people";
ALTER INDEX "labelling_gold" RENAME TO "annotation_gold";
ALTER INDEX "labelling_project_id_identity_key" RENAME TO "annotation_project_id_identity_key";
ALTER INDEX "labelling_project_id_import_id_idx" RENAME TO "annotation_project_id_import_id_idx";
ALTER INDEX "labelling_project_id_solution_id_user_id_key" RENAME TO "annotation_project_id_solution_id_user_id_key";
ALTER INDEX "labelling_project_id_user_id_submitted_at_idx" RENAME TO "annotation_project_id_user_id_submitted_at_idx";
ALTER INDEX "labelling_review_project_id_act_idx" RENAME TO "annotation_review_project_id_act_idx";
ALTER INDEX "question_project_id_labelling_id_idx" RENAME TO "question_project_id_annotation_id_idx";
ALTER INDEX "review_sample_project_id_drawn_at_labelling_id_idx" RENAME TO "review_sample_project_id_drawn_at_annotation_id_idx";
ALTER TYPE "labelling_origin" RENAME TO "annotation_origin";
ALTER TYPE "labelling_state" RENAME TO "annotation_state";
ALTER TRIGGER "labelling_archive_is_never_changed" ON "annotation_archive" RENAME TO "annotation_archive_is_never_changed";
ALTER TRIGGER "labelling_counts_first" ON "annotation" RENAME TO "annotation_counts_first";
ALTER TRIGGER "labelling_counts_more" ON "annotation" RENAME TO "annotation_counts_more";
ALTER TRIGGER "labelling_notes_change" ON "annotation" RENAME TO "annotation_notes_change";
ALTER TRIGGER "labelling_parts_delete" ON "annotation" RENAME TO "annotation_parts_delete";
ALTER TRIGGER "labelling_parts_insert" ON "annotation" RENAME TO "annotation_parts_insert";
ALTER TRIGGER "labelling_parts_update" ON "annotation" RENAME TO "annotation_parts_update";
ALTER TRIGGER "labelling_review_is_never_changed" ON "annotation_review" RENAME TO "annotation_review_is_never_changed";
ALTER TRIGGER "labelling_works_first" ON "annotation" RENAME TO "annotation_works_first";
ALTER TRIGGER "labelling_works_more" ON "annotation" RENAME TO "annotation_works_more";
ALTER FUNCTION "labelling_is_prefix"(finish_reason finish_reason, step_count integer, flow flow, ratings smallint[]) RENAME TO "annotation_is_prefix";
ALTER FUNCTION "note_labellings"() RENAME TO "note_annotations";
CREATE OR REPLACE FUNCTION find_disagreements(p_project uuid, p_solutions uuid[])
 RETURNS SETOF disagreement
 LANGUAGE sql
 STABLE
AS $function$
  select p_project, d.solution_id, d.first_step::smallint, d.step_count::smallint, d.kind, d.people::smallint,
    d.sure::smallint, d.found::smallint, d.nearest_error::smallint, d.farthest_error::smallint, d.score,
    (d.apart + d.high + d.certain + d.early)::smallint, d.apart::smallint, d.high::smallint, d.certain::smallint,
    d.early::smallint
  from (
    select a.id as solution_id, f.first_step, m.step_count, m.people, m.found, m.nearest_error, m.farthest_error, f.sure,
      coalesce(q.score, s.score) as score,
      case when f.has_negative then 'negative' else 'neutral' end::disagreement_kind as kind,
      case when m.found between 1 and m.people - 1 then 40
        when m.found = m.people then 10 * least(3, m.farthest_error - m.nearest_error) else 0 end as apart,
      coalesce(floor(25 * least(1::float8, greatest(0::float8, coalesce(q.score, s.score))) + 0.5), 0)::int as high,
      20 * f.sure / m.people as certain,
      15 * (m.step_count - f.first_step) / m.step_count as early
    from unnest(p_solutions) as a(id)
      cross join lateral (
        select count(*)::int as people, count(distinct l.ratings) as ways, count(l.error)::int as found,
          min(l.error) as nearest_error, max(l.error) as farthest_error, max(l.step_count)::int as step_count
        from compared_annotation l where l.project_id = p_project and l.solution_id = a.id
      ) m
      cross join lateral (
        select (r.at - 1)::int as first_step, bool_or(r.rating = -1) as has_negative,
          count(*) filter (where l.flagged[r.at] is not true)::int as sure
        from compared_annotation l, unnest(l.ratings) with ordinality as r(rating, at)
        where m.ways > 1 and l.project_id = p_project and l.solution_id = a.id
        group by r.at having min(r.rating) <> max(r.rating) order by r.at limit 1
      ) f
      cross join lateral (select score from solution where project_id = p_project and id = a.id limit 1) s
      left join queue_item q on q.project_id = p_project and q.solution_id = a.id
    where m.ways > 1 and not exists (select from adjudication x
      where x.project_id = p_project and x.solution_id = a.id and x.withdrawn_at is null)
  ) d
$function$
;
CREATE OR REPLACE FUNCTION annotation_is_prefix(finish_reason finish_reason, step_count integer, flow flow, ratings smallint[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    -- only the last rated step may be negative, and nothing unrated stands before a rated step
    when exists (
      select from unnest(ratings) with ordinality as a(rating, i), unnest(ratings) with ordinality as b(rating, j)
      where i < j and b.rating is not null and (a.rating is null or a.rating = -1)
    ) then false
    when flow = 'solution' and cardinality(ratings) > step_count then false
    when finish_reason = 'found_error' then
      cardinality(ratings) > 0 and ratings[cardinality(ratings)] is not distinct from -1
    when finish_reason = 'solution' then
      cardinality(ratings) = step_count and array_position(ratings, null) is null and not (-1 = any (ratings))
    when finish_reason is null then array_position(ratings, null) is null
    else true
  end
$function$
;
CREATE OR REPLACE FUNCTION note_annotations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = 'submitted') then return null; end if;
    for touched in
      select r.project_id, array_agg(distinct r.solution_id) as solutions, bool_or(r.user_id is not null) as is_person
      from after_rows r
      where r.state = 'submitted' and (r.user_id is not null or exists (select from solution s
        where s.project_id = r.project_id and s.id = r.solution_id and s.import_id is not distinct from r.import_id))
      group by r.project_id
    loop
      perform note_solutions(touched.project_id, touched.solutions, touched.is_person);
    end loop;
  elsif tg_op = 'DELETE' then
    for touched in
      select project_id, array_agg(distinct solution_id) as solutions from before_rows
      where state = 'submitted' group by project_id
    loop
      perform note_solutions(touched.project_id, touched.solutions, false);
    end loop;
  else
    if not exists (select from after_rows where state = 'submitted')
      and not exists (select from before_rows where state = 'submitted') then return null; end if;
    for touched in
      select project_id, array_agg(distinct solution_id) as solutions, bool_or(user_id is not null) as is_person
      from (select * from before_rows union all select * from after_rows) r
      where state = 'submitted' group by project_id
    loop
      perform note_solutions(touched.project_id, touched.solutions, touched.is_person);
    end loop;
  end if;
  return null;
end
$function$
;

DROP INDEX "audit_entry_rare_idx";
ALTER TABLE "audit_entry" DISABLE TRIGGER USER;
UPDATE "audit_entry" SET "action" = replace("action", 'labelling.', 'annotation.') WHERE "action" LIKE 'labelling.%';
ALTER TABLE "audit_entry" ENABLE TRIGGER USER;
UPDATE "webhook" SET "events" = array_replace("events", 'labelling.submitted', 'annotation.submitted');
CREATE INDEX audit_entry_rare_idx ON audit_entry USING btree (action, at) WHERE (action <> ALL ('{queue.claim,queue.heartbeat,annotation.save,annotation.submit}'::text[]));
