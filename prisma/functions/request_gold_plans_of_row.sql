-- Requests new gold plans when members, rounds or gold settings change.
create or replace function request_gold_plans_of_row() returns trigger
language plpgsql
as $$
begin
  insert into gold_change (project_id)
    select distinct project_id from (values (to_jsonb(new)), (to_jsonb(old))) as v(content),
      lateral (select coalesce(v.content->>'project_id', v.content->>'id')::uuid as project_id) p
    where project_id is not null;
  return null;
end
$$;
