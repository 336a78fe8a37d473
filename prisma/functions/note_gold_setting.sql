-- Requests new gold plans when members, rounds or gold settings change.
create or replace function note_gold_setting() returns trigger
language plpgsql
as $$
begin
  insert into gold_change (project_id)
    select distinct project_id from (values (to_jsonb(new)), (to_jsonb(old))) as v(said),
      lateral (select coalesce(v.said->>'project_id', v.said->>'id')::uuid as project_id) p
    where project_id is not null;
  return null;
end
$$;
