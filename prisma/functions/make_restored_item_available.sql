-- Makes a restored item available to everyone at its old position.
create or replace function make_restored_item_available() returns trigger
language plpgsql
as $$
begin
  update queue_item set available_xid = pg_current_xact_id(), restored_at = now()
    where project_id = old.project_id and solution_id = old.solution_id;
  return null;
end
$$;
