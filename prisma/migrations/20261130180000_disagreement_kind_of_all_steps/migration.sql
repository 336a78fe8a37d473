-- A disagreement is "negative" if a negative rating differs at any step, not only at the first step with different ratings.
-- Which of these solutions have annotations that disagree and no adjudication, with the priority of adjudicating each
-- (lib/adjudication/testing/compute-adjudication-priority.ts has the same formula).
create or replace function find_disagreements(p_project uuid, p_solutions uuid[]) returns setof disagreement
language sql stable
as $$
  select p_project, d.solution_id, d.first_step::smallint, d.step_count::smallint, d.kind, d.annotator_count::smallint,
    d.sure_count::smallint, d.error_count::smallint, d.earliest_error::smallint, d.latest_error::smallint, d.score,
    (d.spread + d.score_points + d.certainty + d.early_step)::smallint, d.spread::smallint, d.score_points::smallint,
    d.certainty::smallint, d.early_step::smallint
  from (
    select a.id as solution_id, f.first_step, m.step_count, m.annotator_count, m.error_count, m.earliest_error,
      m.latest_error, f.sure_count,
      coalesce(q.score, s.score) as score,
      case when f.has_negative then 'negative' else 'neutral' end::disagreement_kind as kind,
      case when m.error_count between 1 and m.annotator_count - 1 then 40
        when m.error_count = m.annotator_count then 10 * least(3, m.latest_error - m.earliest_error) else 0 end as spread,
      coalesce(floor(25 * least(1::float8, greatest(0::float8, coalesce(q.score, s.score))) + 0.5), 0)::int as score_points,
      20 * f.sure_count / m.annotator_count as certainty,
      15 * (m.step_count - f.first_step) / m.step_count as early_step
    from unnest(p_solutions) as a(id)
      cross join lateral (
        select count(*)::int as annotator_count, count(distinct l.ratings) as variants, count(l.error)::int as error_count,
          min(l.error) as earliest_error, max(l.error) as latest_error, max(l.step_count)::int as step_count
        from comparable_annotation l where l.project_id = p_project and l.solution_id = a.id
      ) m
      cross join lateral (
        select min(t.step) as first_step, bool_or(t.has_negative) as has_negative,
          (array_agg(t.sure_count order by t.step))[1] as sure_count
        from (
          select (r.at - 1)::int as step, bool_or(r.rating = -1) as has_negative,
            count(*) filter (where l.flagged[r.at] is not true)::int as sure_count
          from comparable_annotation l, unnest(l.ratings) with ordinality as r(rating, at)
          where m.variants > 1 and l.project_id = p_project and l.solution_id = a.id
          group by r.at having min(r.rating) <> max(r.rating)
        ) t
      ) f
      cross join lateral (select score from solution where project_id = p_project and id = a.id limit 1) s
      left join queue_item q on q.project_id = p_project and q.solution_id = a.id
    where f.first_step is not null and not exists (select from adjudication x
      where x.project_id = p_project and x.solution_id = a.id and x.withdrawn_at is null)
  ) d
$$;

select refresh_disagreements(project_id, array_agg(solution_id)) from disagreement group by project_id;

-- Items that an import queued have the score that ranks them. From the next import on, it may be computed from step scores.
update queue_item set score = nullif(priority, '-infinity') where round = 0;

-- Moves an annotator's cursor to the best item, or to the end. Its snapshot moves only if nothing before it became available.
-- It is written even if it stays, because otherwise the next claim after gold would be faster and give gold away. Only a cursor
-- that stays at the end is not: there is no work, so every claim is as fast.
create or replace function store_queue_cursor(
  p_project uuid,
  p_user uuid,
  old_cursor queue_cursor,
  best queue_item,
  p_snapshot pg_snapshot,
  moves_snapshot boolean,
  is_stale boolean
) returns void
language plpgsql
as $$
declare
  new_cursor queue_cursor;
begin
  new_cursor.project_id := p_project;
  new_cursor.user_id := p_user;
  new_cursor.tier := coalesce(best.tier, 32767);
  new_cursor.pass := coalesce(best.pass, 2147483647);
  new_cursor.minus_priority := coalesce(-best.priority, 'infinity');
  new_cursor.solution_id := coalesce(best.solution_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if best.solution_id is null and is_stale is not true and old_cursor.solution_id = new_cursor.solution_id then
    return;
  end if;
  new_cursor.server_started_at := pg_postmaster_start_time();
  if moves_snapshot or old_cursor.snapshot is null then
    new_cursor.snapshot := p_snapshot;
    new_cursor.written_xid := pg_current_xact_id();
  else
    new_cursor.snapshot := old_cursor.snapshot;
    new_cursor.written_xid := old_cursor.written_xid;
  end if;
  insert into queue_cursor select new_cursor.*
  on conflict (project_id, user_id) do update set tier = excluded.tier, pass = excluded.pass,
    minus_priority = excluded.minus_priority, solution_id = excluded.solution_id, snapshot = excluded.snapshot,
    written_xid = excluded.written_xid, server_started_at = excluded.server_started_at;
end
$$;
