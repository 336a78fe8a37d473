-- Pauses a returning member again while their pause is in effect.
create or replace function restore_pause() returns trigger
language plpgsql
as $$
begin
  select p.started_at, p.message into new.paused_at, new.pause_message from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  return new;
end
$$;
