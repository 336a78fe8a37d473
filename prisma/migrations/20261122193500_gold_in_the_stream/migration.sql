-- AlterTable
ALTER TABLE "queue_gold" ADD COLUMN     "served_at" TIMESTAMPTZ(6);

-- CreateIndex
CREATE INDEX "queue_gold_project_id_user_id_purpose_served_at_idx" ON "queue_gold"("project_id", "user_id", "purpose", "served_at");

-- Gold among work: docs/decisions/023-gold-in-the-stream.md says why this is right.

-- Gives back what ran out, so that its places count as free. A lease on gold holds none; should it be work by now, it is
-- there for who held it (docs/decisions/017-a-mark-for-each-person.md).
create or replace function end_expired_leases(p_project uuid) returns void language sql as $$
  with expired as (
    delete from lease where project_id = p_project and expires_at <= now() returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from expired where purpose = 'work' group by solution_id order by solution_id
  ), opened as (
    update queue_item q set opened_in = pg_current_xact_id()
    from expired e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.held + q.done < q.wanted
  )
  update queue_item q set held = q.held - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id
$$;

-- What keeps a person from being served work; null: nothing does. 'screening': they are served that instead.
create function find_bar(p_project uuid, p_user uuid) returns text language plpgsql stable as $$
begin
  return (
    select case
      when m.paused_at is not null then 'paused'
      when m.role = 'annotator' and g.screens_newcomer then nullif(coalesce(s.standing::text, 'due'), 'admitted')
    end
    from member m
      left join queue_gate g on g.project_id = m.project_id
      left join queue_standing s on s.project_id = m.project_id and s.user_id = m.user_id
    where m.project_id = p_project and m.user_id = p_user
  );
end
$$;

-- Locks the gold that a person is served next, and notes that it is; null where there is none. `p_is_drawn`: may be one
-- that they have not had; what they gave back comes again in any case, as work does. Where it is not drawn the same is done
-- to what would have been served, and nothing comes of it: a claim takes as long. It never waits: what somebody else has
-- locked is being planned anew, repaired, or ends.
create function lock_gold(p_project uuid, p_user uuid, p_purpose lease_purpose, p_is_drawn boolean)
returns uuid language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  chosen queue_gold;
  is_served boolean;
begin
  -- All are looked at, drawn or not.
  select g.* into chosen from queue_gold g
    where g.project_id = p_project and g.user_id = p_user and g.purpose = p_purpose
      and g.served_at is distinct from 'infinity'
      and not exists (select from queue_block b where b.project_id = g.project_id and b.solution_id = g.solution_id
        and b.user_id = g.user_id offset 0)
    order by g.purpose = 'gold' and (g.served_at is null) <> p_is_drawn, g.place limit 1;
  if not found then return null; end if;
  is_served := p_is_drawn or chosen.served_at is not null;
  perform from solution s where s.project_id = p_project and s.id = chosen.solution_id for share skip locked;
  if not found then return null; end if;
  perform from queue_gold g
    where g.project_id = p_project and g.user_id = p_user and g.place = chosen.place
      and g.solution_id = chosen.solution_id for update skip locked;
  if not found then return null; end if;
  update queue_gold set served_at = case when is_served then now() else served_at end
    where project_id = p_project and user_id = p_user and place = chosen.place;
  return case when is_served then chosen.solution_id end;
end
$$;

-- Leases the best open item, or gold instead, with the chance that the project's gate has: drawn anew for each. No row where
-- no work is left. Both take the same way and write the same rows: with gold the item keeps its places, with work what was
-- planned keeps standing.
create or replace function take_best_item(
  p_project uuid, p_user uuid, p_lease uuid, p_is_ahead boolean, p_minutes int
) returns setof lease language plpgsql as $$
declare
  item uuid := lock_best_item(p_project, p_user);
  gold uuid;
begin
  if item is null then return; end if;
  -- As a lease on it would, so that one on gold does no less.
  perform from solution s where s.project_id = p_project and s.id = item for key share;
  gold := lock_gold(p_project, p_user, 'gold',
    random() < coalesce((select g.gold_share from queue_gate g where g.project_id = p_project), 0));
  update queue_item set held = held + case when gold is null then 1 else 0 end
    where project_id = p_project and solution_id = item;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_ahead, purpose, expires_at)
    values (p_project, p_lease, coalesce(gold, item), p_user, p_is_ahead,
      case when gold is null then 'work' else 'gold' end::lease_purpose, now() + make_interval(mins => p_minutes))
    returning *;
end
$$;

-- As it was (migration claims_in_one_statement), but that it writes a mark also where that stays: after gold it does, and
-- the next claim would tell of it by being sooner.
create or replace function store_queue_mark(
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

-- Leases what the person's screening asks next; no row where all of it was served.
create function take_screening_item(p_project uuid, p_user uuid, p_lease uuid, p_is_ahead boolean, p_minutes int)
returns setof lease language plpgsql as $$
declare
  item uuid := lock_gold(p_project, p_user, 'screening', true);
begin
  if item is null then return; end if;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_ahead, purpose, expires_at)
    values (p_project, p_lease, item, p_user, p_is_ahead, 'screening', now() + make_interval(mins => p_minutes))
    returning *;
end
$$;

-- Resumes the lease that the person has, else leases what their screening asks, the best open item, or gold. No row where
-- something keeps them from work, where something waits for them in particular, or where nothing is open: then nothing is
-- changed but what ran out.
create or replace function claim_next(p_project uuid, p_user uuid, p_lease uuid, p_ahead boolean, p_minutes int)
returns table (
  why text, id uuid, solution_id uuid, is_ahead boolean, expires_at timestamptz, seconds_left float8, note text
) language plpgsql as $$
declare
  bar text;
  has_current boolean;
begin
  -- One at a time for one person, in however many tabs and processes.
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  perform end_expired_leases(p_project);
  bar := find_bar(p_project, p_user);
  if bar = 'paused' then return; end if;
  has_current := exists (select from lease e
    where e.project_id = p_project and e.user_id = p_user and not e.is_ahead and e.expires_at > now());
  return query
    select 'resumed', e.id, e.solution_id, e.is_ahead, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      (select nullif(d.note, '') from queue_due d
        where d.project_id = e.project_id and d.user_id = e.user_id and d.solution_id = e.solution_id)
    from lease e
    where e.project_id = p_project and e.user_id = p_user and e.expires_at > now()
      and e.is_ahead = (p_ahead and has_current);
  if found then return; end if;
  if bar = 'screening' then
    return query
      select 'screening', e.id, e.solution_id, e.is_ahead, e.expires_at,
        extract(epoch from e.expires_at - now())::float8, null::text
      from take_screening_item(p_project, p_user, p_lease, p_ahead and has_current, p_minutes) e;
    return;
  end if;
  if bar is not null or exists (
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
