-- What can be rated in a solution: its steps, options and explanations.
create or replace function read_work(p_project uuid, p_solution uuid)
returns table (flow text, revision int, step_count int, options jsonb, explanations jsonb)
language sql stable
as $$
  select s.flow::text, s.revision::int, cardinality(s.steps),
    coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option,
        'text', case when s.flow = 'step_choice' then o.text end) order by o.step, o.option)
      from step_option o where o.project_id = s.project_id and o.solution_id = s.id
        and (s.flow = 'step_choice' or o.option > 0)), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('step', x.step, 'text', x.text) order by x.step, x.position)
      from step_explanation x where x.project_id = s.project_id and x.solution_id = s.id), '[]')
  from solution s where s.project_id = p_project and s.id = p_solution
$$;
