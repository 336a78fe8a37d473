-- Records the transaction that made an item available, which cursors compare with their snapshot.
create or replace function record_availability() returns trigger
language plpgsql
as $$
begin
  new.available_xid := pg_current_xact_id();
  return new;
end
$$;
