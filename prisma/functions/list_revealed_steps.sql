-- The steps of a solution, as it is now, whose options and explanations an annotator has seen. Sorted.
create or replace function list_revealed_steps(p_project uuid, p_solution uuid, p_user uuid) returns int[]
language sql stable
as $$
  select coalesce(array_agg(r.step::int order by r.step), '{}')
  from solution s
    join annotation l on l.project_id = s.project_id and l.solution_id = s.id and l.user_id = p_user
    join option_reveal r on r.project_id = l.project_id and r.annotation_id = l.id and r.revision = s.revision
  where s.project_id = p_project and s.id = p_solution
$$;
