-- Records the transaction that made an item available, which cursors compare with their snapshot.
create or replace function note_queue_opening() returns trigger
language plpgsql
as $$
begin
  new.opened_in := pg_current_xact_id();
  return new;
end
$$;
