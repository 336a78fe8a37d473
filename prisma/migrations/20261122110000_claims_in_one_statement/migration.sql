-- A claim is one statement, and as fast for who has labelled the first 50,000 solutions as for a newcomer:
-- docs/decisions/017-a-mark-for-each-person.md says why this is right.

-- Whatever may make an item available to somebody gives it the number of its transaction.
alter table queue_item add column opened_in xid8 not null default pg_current_xact_id();
-- When an admin put it back: skips before do not count any more.
alter table queue_item add column restored_at timestamptz(6);

create function note_queue_opening() returns trigger language plpgsql as $$
begin
  new.opened_in := pg_current_xact_id();
  return new;
end
$$;
create trigger queue_item_opens before update on queue_item for each row
  when (new.held + new.done < new.wanted and (
    new.wanted - new.held - new.done > old.wanted - old.held - old.done
    or (new.tier, new.pass, new.priority, new.round) is distinct from (old.tier, old.pass, old.priority, old.round)
  ))
  execute function note_queue_opening();

-- Serving order, all ascending, so that a walk can begin at any place of it.
drop index queue_item_open;
create index queue_item_open on queue_item (project_id, tier, pass, (-priority), solution_id)
  where held + done < wanted;
create index queue_item_opened on queue_item (project_id, opened_in) where held + done < wanted;

-- Where a person's walk through the queue begins. All before it in serving order was not available to them as `seen` saw
-- it; what opened since has a number in `opened_in` that `seen` does not know, or `written_in`. A cache: it may be lost
-- at any time, and counts only as long as the server runs that wrote it, for numbers of transactions are the server's.
create unlogged table queue_mark (
  project_id uuid not null,
  user_id uuid not null,
  tier smallint not null,
  pass int not null,
  minus_priority float8 not null,
  solution_id uuid not null,
  seen pg_snapshot not null,
  written_in xid8 not null,
  server_started timestamptz(6) not null,
  constraint queue_mark_pkey primary key (project_id, user_id)
) with (fillfactor = 50);

-- What a person is not served as work, and in which round; null: in any. Asked of one item at a time (`offset 0` keeps
-- it so): as a join it would be read for all that the person has ever labelled.
create view queue_block as
  select project_id, solution_id, user_id, null::int as round from labelling where state <> 'draft'
  union all
  select project_id, solution_id, user_id, round from skip
  union all
  select project_id, solution_id, user_id, null::int from lease
  union all
  select project_id, solution_id, user_id, null::int from queue_due;

-- What is put back is there for everybody again, where it stood.
create function open_restored_item() returns trigger language plpgsql as $$
begin
  update queue_item set opened_in = pg_current_xact_id(), restored_at = now()
    where project_id = old.project_id and solution_id = old.solution_id;
  return null;
end
$$;
create trigger queue_exclusion_ends after delete on queue_exclusion for each row execute function open_restored_item();

-- Gives back what ran out, so that its places count as free.
create function end_expired_leases(p_project uuid) returns void language sql as $$
  with expired as (
    delete from lease where project_id = p_project and expires_at <= now() returning solution_id
  ), counted as (
    select solution_id, count(*)::int as n from expired group by solution_id order by solution_id
  )
  update queue_item q set held = q.held - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id
$$;

-- Locks the best open item that nobody took out, and that this person has neither labelled nor skipped nor holds nor is
-- due to get back; null where there is none. The lock is taken with the count of places on the very row, which PostgreSQL reads again once it has it.
-- One call at a time for one person. It only ever reads a few rows by their keys: other plans may look as good while the
-- tables are small, or their statistics old, and are not. It waits for less than a deadlock takes to be found: whoever
-- locks several items at once goes first, and a claim is tried again.
create function lock_best_item(p_project uuid, p_user uuid) returns uuid language plpgsql
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
  -- A round that fills the queue has all of its rows locked: nobody waits for that with a connection in hand.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('queue/' || p_project, 0)) then
    raise exception 'the queue is being filled' using errcode = '55P03';
  end if;
  for attempt in 1..20 loop
    seen := pg_current_snapshot(); -- before anything is read: what is open by now is seen below
    opened := null;
    behind := null;
    select * into mark from queue_mark m
      where m.project_id = p_project and m.user_id = p_user and m.server_started = pg_postmaster_start_time();
    if found then
      select array_agg(o.solution_id) into opened from (
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.held + q.done < q.wanted
            -- Numbers that are still to come are those of another server, which the rows were dumped from.
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
        mark := null; -- so much is new that the whole queue is looked at
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

    -- Somebody has each of them locked. Only who waits may say that nothing is free; who waited holds no lock on it.
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

-- Moves a person's mark to the best item, or to the end where there is none. `seen` goes with it only where nothing that
-- opened behind the mark is available: the mark before, and what it saw, still speak of that otherwise.
create function store_queue_mark(
  p_project uuid, p_user uuid, mark queue_mark, best queue_item, p_seen pg_snapshot, moves_seen boolean, is_late boolean
) returns void language plpgsql as $$
declare
  next queue_mark;
begin
  next.project_id := p_project;
  next.user_id := p_user;
  next.tier := coalesce(best.tier, 32767);
  next.pass := coalesce(best.pass, 2147483647);
  next.minus_priority := coalesce(-best.priority, 'infinity');
  next.solution_id := coalesce(best.solution_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if is_late is not true and mark.solution_id = next.solution_id and mark.tier = next.tier and mark.pass = next.pass
    and mark.minus_priority = next.minus_priority then
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

-- Leases the best open item; no row where there is none.
create function take_best_item(p_project uuid, p_user uuid, p_lease uuid, p_is_ahead boolean, p_minutes int)
returns setof lease language plpgsql as $$
declare
  item uuid := lock_best_item(p_project, p_user);
begin
  if item is null then return; end if;
  update queue_item set held = held + 1 where project_id = p_project and solution_id = item;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_ahead, expires_at)
    values (p_project, p_lease, item, p_user, p_is_ahead, now() + make_interval(mins => p_minutes))
    returning *;
end
$$;

-- Resumes the lease that the person has, else leases the best open item. No row where something waits for them in
-- particular, or where nothing is open: then nothing is changed but what ran out.
create function claim_next(p_project uuid, p_user uuid, p_lease uuid, p_ahead boolean, p_minutes int)
returns table (
  why text, id uuid, solution_id uuid, is_ahead boolean, expires_at timestamptz, seconds_left float8, note text
) language plpgsql as $$
declare
  has_current boolean;
begin
  -- One at a time for one person, in however many tabs and processes.
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  perform end_expired_leases(p_project);
  has_current := exists (select from lease e
    where e.project_id = p_project and e.user_id = p_user and not e.is_ahead and e.expires_at > now());
  return query
    select 'resumed', e.id, e.solution_id, e.is_ahead, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      (select nullif(d.note, '') from queue_due d
        where d.project_id = e.project_id and d.user_id = e.user_id and d.solution_id = e.solution_id)
    from lease e
    where e.project_id = p_project and e.user_id = p_user and e.expires_at > now()
      and e.is_ahead = (p_ahead and has_current);
  if found or exists (
    select from queue_due d where d.project_id = p_project and d.user_id = p_user
      and not exists (select from lease e where e.project_id = d.project_id and e.solution_id = d.solution_id
        and e.user_id = d.user_id)
  ) then
    return;
  end if;
  return query
    select 'work', e.id, e.solution_id, e.is_ahead, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      null::text
    from take_best_item(p_project, p_user, p_lease, p_ahead and has_current, p_minutes) e;
end
$$;

-- What may be said of a solution.
create function read_offer(p_project uuid, p_solution uuid)
returns table (flow text, revision int, step_count int, options jsonb, explanations jsonb) language sql stable as $$
  select s.flow::text, s.revision::int, cardinality(s.steps),
    coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option,
        'text', case when s.flow = 'step_choice' then o.text end) order by o.step, o.option)
      from step_option o where o.project_id = s.project_id and o.solution_id = s.id
        and (s.flow = 'step_choice' or o.option > 0)), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('step', x.step, 'text', x.text) order by x.step, x.position)
      from step_explanation x where x.project_id = s.project_id and x.solution_id = s.id), '[]')
  from solution s where s.project_id = p_project and s.id = p_solution
$$;

-- Makes a person's live lease last as long again, locked until the transaction ends, and reads what may be said of its
-- solution. Each is a statement of its own: who repairs its steps meanwhile is waited for before they are read. No row
-- where the lease ran out, was given back, or never was theirs. Who ends the lease touches the other one too, and waits
-- for their other tabs first.
create function hold_work(p_project uuid, p_user uuid, p_lease uuid, p_minutes int, p_ends boolean)
returns table (
  solution_id uuid, seconds_left float8, flow text, revision int, step_count int, options jsonb, explanations jsonb
) language plpgsql as $$
declare
  held lease;
begin
  if p_ends then
    perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  end if;
  update lease e set expires_at = now() + make_interval(mins => p_minutes)
    where e.project_id = p_project and e.id = p_lease and e.user_id = p_user and e.expires_at > now()
    returning e.* into held;
  if not found then return; end if;
  return query
    select held.solution_id, extract(epoch from held.expires_at - now())::float8, o.*
    from read_offer(p_project, held.solution_id) o;
end
$$;
