-- Copies the current pause to the member row, which claims read.
create or replace function note_pause() returns trigger
language plpgsql
as $$
declare
  standing pause;
begin
  select * into standing from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  update member m set paused_at = standing.started_at, pause_message = standing.message
    where m.project_id = new.project_id and m.user_id = new.user_id;
  return null;
end
$$;
