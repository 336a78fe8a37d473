-- Moves an annotator's cursor to the best item, or to the end. Its snapshot moves only if nothing behind it became available.
-- It is written even if it stays, because otherwise the next claim after gold would be faster and give gold away.
create or replace function store_queue_mark(
  p_project uuid,
  p_user uuid,
  mark queue_mark,
  best queue_item,
  p_seen pg_snapshot,
  moves_seen boolean,
  is_late boolean
) returns void
language plpgsql
as $$
declare
  next queue_mark;
begin
  next.project_id := p_project;
  next.user_id := p_user;
  next.tier := coalesce(best.tier, 32767);
  next.pass := coalesce(best.pass, 2147483647);
  next.minus_priority := coalesce(-best.priority, 'infinity');
  next.solution_id := coalesce(best.solution_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if best.solution_id is null and is_late is not true and mark.solution_id = next.solution_id then
    return;
  end if;
  next.server_started := pg_postmaster_start_time();
  if moves_seen or mark.seen is null then
    next.seen := p_seen;
    next.written_in := pg_current_xact_id();
  else
    next.seen := mark.seen;
    next.written_in := mark.written_in;
  end if;
  insert into queue_mark select next.*
  on conflict (project_id, user_id) do update set tier = excluded.tier, pass = excluded.pass,
    minus_priority = excluded.minus_priority, solution_id = excluded.solution_id, seen = excluded.seen,
    written_in = excluded.written_in, server_started = excluded.server_started;
end
$$;
