-- Copies the current pause to the member row, which claims read.
create or replace function copy_pause_to_member() returns trigger
language plpgsql
as $$
declare
  current_pause pause;
begin
  select * into current_pause from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  update member m set paused_at = current_pause.started_at, pause_message = current_pause.message
    where m.project_id = new.project_id and m.user_id = new.user_id;
  return null;
end
$$;
