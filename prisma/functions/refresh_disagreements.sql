-- Replaces the disagreements of these solutions. The settings keep the plan to lookups by key.
create or replace function refresh_disagreements(p_project uuid, p_solutions uuid[]) returns void
language plpgsql
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
