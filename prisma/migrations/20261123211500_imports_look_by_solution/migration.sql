-- While an import is on its way nothing is known of how much it has brought. Both functions looked for each labelling's
-- solution among all that the import, or the project, had by then, instead of by its key: an import got slower with each
-- line, and one of a gigabyte was not done in an hour.

-- As it was, but for `is not distinct from`, which no index answers.
create or replace function note_labellings() returns trigger language plpgsql as $$
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
$$;

-- As it was, but for the solution, which is looked up for each of them (`limit` keeps it so).
create or replace function find_disagreements(p_project uuid, p_solutions uuid[]) returns setof disagreement language sql stable
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
      cross join lateral (select score from solution where project_id = p_project and id = a.id limit 1) s
      left join queue_item q on q.project_id = p_project and q.solution_id = a.id
    where m.ways > 1 and not exists (select from adjudication x
      where x.project_id = p_project and x.solution_id = a.id and x.withdrawn_at is null)
  ) d
$$;
