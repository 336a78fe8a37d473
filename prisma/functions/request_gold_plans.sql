-- Requests new gold plans when gold is added or removed.
create or replace function request_gold_plans() returns trigger
language plpgsql
as $$
begin
  insert into gold_change (project_id) select distinct project_id from changed;
  return null;
end
$$;
