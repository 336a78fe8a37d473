-- Moves an annotator's cursor to the best item, or to the end. Its snapshot moves only if nothing before it became available.
-- It is written even if it stays, because otherwise the next claim after gold would be faster and give gold away. Only a cursor
-- that stays at the end is not: there is no work, so every claim is as fast.
create or replace function store_queue_cursor(
  p_project uuid,
  p_user uuid,
  old_cursor queue_cursor,
  best queue_item,
  p_snapshot pg_snapshot,
  moves_snapshot boolean,
  is_stale boolean
) returns void
language plpgsql
as $$
declare
  new_cursor queue_cursor;
begin
  new_cursor.project_id := p_project;
  new_cursor.user_id := p_user;
  new_cursor.tier := coalesce(best.tier, 32767);
  new_cursor.pass := coalesce(best.pass, 2147483647);
  new_cursor.minus_priority := coalesce(-best.priority, 'infinity');
  new_cursor.solution_id := coalesce(best.solution_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if best.solution_id is null and is_stale is not true and old_cursor.solution_id = new_cursor.solution_id then
    return;
  end if;
  new_cursor.server_started_at := pg_postmaster_start_time();
  if moves_snapshot or old_cursor.snapshot is null then
    new_cursor.snapshot := p_snapshot;
    new_cursor.written_xid := pg_current_xact_id();
  else
    new_cursor.snapshot := old_cursor.snapshot;
    new_cursor.written_xid := old_cursor.written_xid;
  end if;
  insert into queue_cursor select new_cursor.*
  on conflict (project_id, user_id) do update set tier = excluded.tier, pass = excluded.pass,
    minus_priority = excluded.minus_priority, solution_id = excluded.solution_id, snapshot = excluded.snapshot,
    written_xid = excluded.written_xid, server_started_at = excluded.server_started_at;
end
$$;
