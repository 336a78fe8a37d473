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
