-- Adds the newly active time to the annotator's day.
create or replace function add_to_work_day() returns trigger
language plpgsql
as $$
declare
  more bigint := new.counted_time_ms;
begin
  if tg_op = 'UPDATE' then more := more - old.counted_time_ms; end if;
  insert into work_day as d (project_id, user_id, day, active_ms)
  values (new.project_id, new.user_id, (now() at time zone 'UTC')::date, more)
  on conflict (project_id, user_id, day) do update set active_ms = d.active_ms + excluded.active_ms;
  return null;
end
$$;
