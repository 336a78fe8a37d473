-- What an annotator can rate in a solution: its steps, options and explanations. In flow `solution`, options and
-- explanations only of the steps that were revealed to them, because their place shows where the error may be.
create or replace function read_work(p_project uuid, p_solution uuid, p_user uuid)
returns table (flow text, revision int, step_count int, revealed int[], options jsonb, explanations jsonb)
language sql stable
as $$
  select s.flow::text, s.revision::int, cardinality(s.steps), v.steps,
    coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option,
        'text', case when s.flow = 'step_choice' then o.text end) order by o.step, o.option)
      from step_option o where o.project_id = s.project_id and o.solution_id = s.id
        and (s.flow = 'step_choice' or o.option > 0 and o.step = any(v.steps))), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('step', x.step, 'text', x.text) order by x.step, x.position)
      from step_explanation x where x.project_id = s.project_id and x.solution_id = s.id and x.step = any(v.steps)), '[]')
  from solution s
    cross join lateral (select list_revealed_steps(p_project, p_solution, p_user) as steps) v
  where s.project_id = p_project and s.id = p_solution
$$;
