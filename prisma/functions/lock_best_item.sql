-- Locks the best waiting item that this annotator may have, or returns null. docs/decisions/017 says why no item is missed.
-- It reads a few rows by their keys. The settings forbid other plans, which look as good while tables are small.
create or replace function lock_best_item(p_project uuid, p_user uuid) returns uuid
language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set lock_timeout = '900ms'
as $$
declare
  available_max constant int := 200;
  available_few constant int := 20;
  snapshot pg_snapshot;
  old_cursor queue_cursor;
  start_cursor queue_cursor;
  available uuid[];
  earlier_item uuid;
  best queue_item;
  locked uuid;
begin
  -- A round that fills the queue locks all rows. Claims fail at once instead of keeping a connection waiting.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('queue/' || p_project, 0)) then
    raise exception 'the queue is being filled' using errcode = '55P03';
  end if;
  for attempt in 1..20 loop
    snapshot := pg_current_snapshot(); -- before anything is read, so that the reads below see whatever it sees
    available := null;
    earlier_item := null;
    select * into old_cursor from queue_cursor m
      where m.project_id = p_project and m.user_id = p_user and m.server_started_at = pg_postmaster_start_time();
    if found then
      select array_agg(o.solution_id) into available from (
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.leased + q.done < q.slots
            -- Higher transaction ids come from another server, from which the rows were restored.
            and q.available_xid between pg_snapshot_xmax(old_cursor.snapshot)
              and greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()))
          limit available_max + 1)
        union all
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.leased + q.done < q.slots
            and q.available_xid < pg_snapshot_xmax(old_cursor.snapshot)
            and q.available_xid = any (array(select pg_snapshot_xip(old_cursor.snapshot)) || old_cursor.written_xid)
          limit available_max + 1)
      ) o;
      if cardinality(available) > available_max then
        old_cursor := null; -- so much is new that scanning the whole queue is faster
      end if;
    end if;
    start_cursor := old_cursor;
    if start_cursor.snapshot is null then
      start_cursor.tier := -32768;
      start_cursor.pass := -2147483648;
      start_cursor.minus_priority := '-infinity';
      start_cursor.solution_id := '00000000-0000-0000-0000-000000000000';
    elsif available is not null then
      select q.solution_id into earlier_item from queue_item q
        where q.project_id = p_project and q.solution_id = any (available) and q.leased + q.done < q.slots
          and (q.tier, q.pass, -q.priority, q.solution_id)
            < (start_cursor.tier, start_cursor.pass, start_cursor.minus_priority, start_cursor.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        limit 1;
    end if;

    select * into best from queue_item q
      where q.project_id = p_project and q.leased + q.done < q.slots
        and (q.tier, q.pass, -q.priority, q.solution_id)
          >= (start_cursor.tier, start_cursor.pass, start_cursor.minus_priority, start_cursor.solution_id)
        and not exists (select from queue_block b where b.project_id = q.project_id
          and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
      order by q.tier, q.pass, -q.priority, q.solution_id limit 1;
    perform store_queue_cursor(p_project, p_user, old_cursor, best, snapshot, earlier_item is null,
      earlier_item is null and cardinality(available) > available_few);

    if earlier_item is not null then
      select q.solution_id into locked from queue_item q
        where q.project_id = p_project and q.solution_id = any (available) and q.leased + q.done < q.slots
          and (q.tier, q.pass, -q.priority, q.solution_id)
            < (start_cursor.tier, start_cursor.pass, start_cursor.minus_priority, start_cursor.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        order by q.tier, q.pass, -q.priority, q.solution_id limit 1 for update of q skip locked;
    end if;
    if locked is null and best.solution_id is not null then
      select q.solution_id into locked from queue_item q
        where q.project_id = p_project and q.leased + q.done < q.slots
          and (q.tier, q.pass, -q.priority, q.solution_id)
            >= (best.tier, best.pass, -best.priority, best.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        order by q.tier, q.pass, -q.priority, q.solution_id limit 1 for update of q skip locked;
    end if;
    if locked is not null then return locked; end if;
    earlier_item := coalesce(earlier_item, best.solution_id);
    if earlier_item is null then return null; end if;

    -- Others have locked every candidate. Wait for one of them, release it (rollback to here) and look again.
    begin
      perform from queue_item where project_id = p_project and solution_id = earlier_item for update;
      raise exception 'retry after a lock' using errcode = 'SM001';
    exception when sqlstate 'SM001' then
      null;
    end;
  end loop;
  raise exception 'too many concurrent claims' using errcode = '55P03';
end
$$;
