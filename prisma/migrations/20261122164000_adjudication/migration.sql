-- CreateEnum
CREATE TYPE "review_act" AS ENUM ('accepted', 'returned');

-- CreateEnum
CREATE TYPE "disagreement_kind" AS ENUM ('negative', 'neutral');

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "hides_labelers" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "adjudication" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "revision" SMALLINT NOT NULL,
    "step_count" SMALLINT NOT NULL,
    "ratings" SMALLINT[],
    "finish_reason" "finish_reason" NOT NULL,
    "note" TEXT NOT NULL,
    "adopted_labelling_id" UUID,
    "made_gold" BOOLEAN NOT NULL DEFAULT false,
    "closed_places" SMALLINT NOT NULL DEFAULT 0,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(6),

    CONSTRAINT "adjudication_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "labelling_review" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "act" "review_act" NOT NULL,
    "note" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "labelling_review_pkey" PRIMARY KEY ("project_id","labelling_id","number")
);

-- CreateTable
CREATE TABLE "disagreement" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "first_step" SMALLINT NOT NULL,
    "step_count" SMALLINT NOT NULL,
    "kind" "disagreement_kind" NOT NULL,
    "people" SMALLINT NOT NULL,
    "sure" SMALLINT NOT NULL,
    "found" SMALLINT NOT NULL,
    "nearest_error" SMALLINT,
    "farthest_error" SMALLINT,
    "score" DOUBLE PRECISION,
    "worth" SMALLINT NOT NULL,
    "worth_apart" SMALLINT NOT NULL,
    "worth_score" SMALLINT NOT NULL,
    "worth_sure" SMALLINT NOT NULL,
    "worth_early" SMALLINT NOT NULL,

    CONSTRAINT "disagreement_pkey" PRIMARY KEY ("project_id","solution_id")
);

-- CreateIndex
CREATE INDEX "adjudication_project_id_created_at_id_idx" ON "adjudication"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "labelling_review_project_id_act_idx" ON "labelling_review"("project_id", "act");

-- CreateIndex
CREATE INDEX "disagreement_project_id_worth_solution_id_idx" ON "disagreement"("project_id", "worth", "solution_id");

-- CreateIndex
CREATE INDEX "disagreement_project_id_kind_worth_solution_id_idx" ON "disagreement"("project_id", "kind", "worth", "solution_id");

-- CreateIndex
CREATE INDEX "disagreement_project_id_score_idx" ON "disagreement"("project_id", "score");

-- AddForeignKey
ALTER TABLE "adjudication" ADD CONSTRAINT "adjudication_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjudication" ADD CONSTRAINT "adjudication_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labelling_review" ADD CONSTRAINT "labelling_review_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labelling_review" ADD CONSTRAINT "labelling_review_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disagreement" ADD CONSTRAINT "disagreement_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- Final labels are whole: as a labelling that is finished, with every rating said.
alter table adjudication
  add constraint adjudication_is_final check (
    finish_reason in ('solution', 'found_error') and array_position(ratings, null) is null
    and ratings <@ array[-1, 0, 1]::smallint[] and labelling_is_prefix(finish_reason, step_count, 'solution', ratings)
  ),
  add constraint adjudication_ratings_are_there check (ratings is not null and cardinality(ratings) > 0),
  add constraint adjudication_gold_places check (closed_places >= 0 and (made_gold or closed_places = 0));

-- One stands for a solution.
create unique index adjudication_stands on adjudication (project_id, solution_id) where withdrawn_at is null;

-- Of an adjudication only that it is withdrawn is written later.
create function refuse_adjudication_change() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null
    or to_jsonb(new) - 'withdrawn_at' is distinct from to_jsonb(old) - 'withdrawn_at' then
    raise exception 'an adjudication is withdrawn, never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger adjudication_is_never_changed before update on adjudication
  for each row execute function refuse_adjudication_change();

alter table labelling_review
  add constraint labelling_review_counts check (number >= 1),
  add constraint labelling_review_return_is_told check (act <> 'returned' or length(trim(note)) > 0);
create trigger labelling_review_is_never_changed before update on labelling_review
  for each row execute function refuse_history_change();

-- What people submitted, newest first, without all that came with data.
create index labelling_by_people on labelling (project_id, submitted_at, id)
  where user_id is not null and state = 'submitted';

-- ── Where labellings part ───────────────────────────────────────────────────────────────────────────────────────
-- Of finished solutions, the labellings that can be compared: submitted, of the steps as they are, to an end, by the
-- rules, and no check of quality.
create view compared_labelling as
  select l.project_id, l.solution_id, l.id, l.ratings, l.flagged, l.step_count,
    case when l.finish_reason = 'found_error' then cardinality(l.ratings) - 1 end as error
  from labelling l join solution s on s.project_id = l.project_id and s.id = l.solution_id
  where l.state = 'submitted' and l.flow = 'solution' and l.irregular is null and l.revision = s.revision
    and l.finish_reason in ('solution', 'found_error') and not l.is_quality_control and not l.is_screening;

-- Of these solutions, those whose labellings part and that nobody has ruled on, with what a ruling is worth
-- (lib/review/worth.ts). Up to the step where they part all say the same, so all of them rate it.
create function find_disagreements(p_project uuid, p_solutions uuid[]) returns setof disagreement language sql stable
as $$
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
        from compared_labelling l where l.project_id = p_project and l.solution_id = a.id
      ) m
      cross join lateral (
        select (r.at - 1)::int as first_step, bool_or(r.rating = -1) as has_negative,
          count(*) filter (where l.flagged[r.at] is not true)::int as sure
        from compared_labelling l, unnest(l.ratings) with ordinality as r(rating, at)
        where m.ways > 1 and l.project_id = p_project and l.solution_id = a.id
        group by r.at having min(r.rating) <> max(r.rating) order by r.at limit 1
      ) f
      join solution s on s.project_id = p_project and s.id = a.id
      left join queue_item q on q.project_id = p_project and q.solution_id = a.id
    where m.ways > 1 and not exists (select from adjudication x
      where x.project_id = p_project and x.solution_id = a.id and x.withdrawn_at is null)
  ) d
$$;

-- Finds them anew for these solutions. It only ever reads a few rows of each by their keys.
create function refresh_disagreements(p_project uuid, p_solutions uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  delete from disagreement where project_id = p_project and solution_id = any (p_solutions);
  insert into disagreement select * from find_disagreements(p_project, p_solutions);
end
$$;

-- After labellings were submitted, opened again or deleted. Two people who submit the same solution at once would each
-- not see the other's: whoever does takes the queue's item, as they do a moment later to count it (lib/queue/server/
-- leases.ts). Labels that come with data wait for nobody; their import looks again at its end (lib/imports/server).
create function note_labellings() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = 'submitted') then return null; end if;
    for touched in
      select project_id, array_agg(distinct solution_id) as solutions, bool_or(user_id is not null) as is_person
      from after_rows where state = 'submitted' group by project_id
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
$$;

create function note_solutions(p_project uuid, p_solutions uuid[], p_locks boolean) returns void language plpgsql as $$
begin
  if p_locks then
    perform from queue_item where project_id = p_project and solution_id = any (p_solutions)
      order by solution_id for update;
  end if;
  perform refresh_disagreements(p_project, p_solutions);
end
$$;

create trigger labelling_parts_insert after insert on labelling referencing new table as after_rows
  for each statement execute function note_labellings();
create trigger labelling_parts_update after update on labelling referencing old table as before_rows
  new table as after_rows for each statement execute function note_labellings();
create trigger labelling_parts_delete after delete on labelling referencing old table as before_rows
  for each statement execute function note_labellings();

-- A solution that is ruled on leaves the list; one whose ruling is withdrawn comes back.
create function note_adjudication() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_disagreements(old.project_id, array[old.solution_id]);
  else
    perform refresh_disagreements(new.project_id, array[new.solution_id]);
  end if;
  return null;
end
$$;
create trigger adjudication_settles after insert or update or delete on adjudication
  for each row execute function note_adjudication();

-- What is there already.
insert into disagreement
  select d.* from (
    select l.project_id, array_agg(l.solution_id) as solutions from (
      select project_id, solution_id from labelling where state = 'submitted'
      group by project_id, solution_id having count(*) > 1
    ) l group by l.project_id
  ) g, lateral find_disagreements(g.project_id, g.solutions) d;
