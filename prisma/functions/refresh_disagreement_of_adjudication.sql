-- Recomputes the disagreement of a solution when an adjudication is made, withdrawn or deleted.
create or replace function refresh_disagreement_of_adjudication() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_disagreements(old.project_id, array[old.solution_id]);
  else
    perform refresh_disagreements(new.project_id, array[new.solution_id]);
  end if;
  return null;
end
$$;
