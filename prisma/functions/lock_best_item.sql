-- Locks the best waiting item that this annotator may have, or returns null. docs/decisions/017 says why no item is missed.
-- It reads a few rows by their keys. The settings forbid other plans, which look as good while tables are small or statistics old.
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
  opened_max constant int := 200;
  opened_few constant int := 20;
  seen pg_snapshot;
  mark queue_mark;
  start queue_mark;
  opened uuid[];
  behind uuid;
  best queue_item;
  locked uuid;
begin
  -- A round that fills the queue locks all rows. Claims fail at once instead of keeping a connection waiting.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('queue/' || p_project, 0)) then
    raise exception 'the queue is being filled' using errcode = '55P03';
  end if;
  for attempt in 1..20 loop
    seen := pg_current_snapshot(); -- before anything is read, so that the reads below see whatever it sees
    opened := null;
    behind := null;
    select * into mark from queue_mark m
      where m.project_id = p_project and m.user_id = p_user and m.server_started = pg_postmaster_start_time();
    if found then
      select array_agg(o.solution_id) into opened from (
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.held + q.done < q.wanted
            -- Higher transaction ids come from another server, from which the rows were restored.
            and q.opened_in between pg_snapshot_xmax(mark.seen)
              and greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()))
          limit opened_max + 1)
        union all
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.held + q.done < q.wanted
            and q.opened_in < pg_snapshot_xmax(mark.seen)
            and q.opened_in = any (array(select pg_snapshot_xip(mark.seen)) || mark.written_in)
          limit opened_max + 1)
      ) o;
      if cardinality(opened) > opened_max then
        mark := null; -- so much is new that scanning the whole queue is faster
      end if;
    end if;
    start := mark;
    if start.seen is null then
      start.tier := -32768;
      start.pass := -2147483648;
      start.minus_priority := '-infinity';
      start.solution_id := '00000000-0000-0000-0000-000000000000';
    elsif opened is not null then
      select q.solution_id into behind from queue_item q
        where q.project_id = p_project and q.solution_id = any (opened) and q.held + q.done < q.wanted
          and (q.tier, q.pass, -q.priority, q.solution_id)
            < (start.tier, start.pass, start.minus_priority, start.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        limit 1;
    end if;

    select * into best from queue_item q
      where q.project_id = p_project and q.held + q.done < q.wanted
        and (q.tier, q.pass, -q.priority, q.solution_id)
          >= (start.tier, start.pass, start.minus_priority, start.solution_id)
        and not exists (select from queue_block b where b.project_id = q.project_id
          and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
      order by q.tier, q.pass, -q.priority, q.solution_id limit 1;
    perform store_queue_mark(p_project, p_user, mark, best, seen, behind is null,
      behind is null and cardinality(opened) > opened_few);

    if behind is not null then
      select q.solution_id into locked from queue_item q
        where q.project_id = p_project and q.solution_id = any (opened) and q.held + q.done < q.wanted
          and (q.tier, q.pass, -q.priority, q.solution_id)
            < (start.tier, start.pass, start.minus_priority, start.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        order by q.tier, q.pass, -q.priority, q.solution_id limit 1 for update of q skip locked;
    end if;
    if locked is null and best.solution_id is not null then
      select q.solution_id into locked from queue_item q
        where q.project_id = p_project and q.held + q.done < q.wanted
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
    behind := coalesce(behind, best.solution_id);
    if behind is null then return null; end if;

    -- Others have locked every candidate. Wait for one of them, release it (rollback to here) and look again.
    begin
      perform from queue_item where project_id = p_project and solution_id = behind for update;
      raise exception 'looked at again' using errcode = 'SM001';
    exception when sqlstate 'SM001' then
      null;
    end;
  end loop;
  raise exception 'others were first, too often' using errcode = '55P03';
end
$$;
