-- Recomputes disagreements. Two annotators who submit the same solution at once would not see each other's annotation,
-- so people's submits lock the queue item first.
create or replace function refresh_disagreements_of_solutions(p_project uuid, p_solutions uuid[], p_locks boolean) returns void
language plpgsql
as $$
begin
  if p_locks then
    perform from queue_item where project_id = p_project and solution_id = any (p_solutions)
      order by solution_id for update;
  end if;
  perform refresh_disagreements(p_project, p_solutions);
end
$$;
