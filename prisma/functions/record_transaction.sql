-- Records the transaction of each change, also of updates that do not name the column, for the cursors of releases.
create or replace function record_transaction() returns trigger
language plpgsql
as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;
