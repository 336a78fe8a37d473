-- Expired leases are ended in a transaction of its own that never waits. Before, a claim ended them and went on with their
-- items locked, so two claims could deadlock.
drop function release_leases(uuid, uuid);

-- Ends expired leases, so that their slots can be claimed again; each item is written once, because one statement can
-- update a row only once. Never waits: a lease whose row or item is locked is left to the next call. Run it in a transaction
-- of its own: it locks items of many annotators, and a transaction that waits while it holds them could deadlock.
create or replace function end_expired_leases(p_project uuid) returns void
language sql
as $$
  with expired as materialized (
    select id, solution_id, purpose from lease where project_id = p_project and expires_at <= now() for update skip locked
  ), item as materialized (
    select solution_id from queue_item
    where project_id = p_project and solution_id in (select solution_id from expired) for update skip locked
  ), ended as (
    delete from lease l using expired e
    where l.project_id = p_project and l.id = e.id and (
      e.solution_id in (select solution_id from item)
      or not exists (select from queue_item q where q.project_id = p_project and q.solution_id = e.solution_id))
    returning l.solution_id, l.purpose
  ), counted as (
    select solution_id, count(*)::int as n from ended where purpose = 'work' group by solution_id
  ), made_available as (
    update queue_item q set available_xid = pg_current_xact_id()
    from ended e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.leased + q.done < q.slots and not exists (select from counted c where c.solution_id = e.solution_id)
  )
  update queue_item q set leased = q.leased - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id
$$;

-- Ends the leases of an annotator in a project, or those that have expired. Runs under the lock that claims take, so that none
-- is handed out meanwhile, and locks the items in the order of their ids, as everything does that locks several.
create or replace function release_leases(p_project uuid, p_user uuid, p_only_expired boolean) returns void
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project::text || '/' || p_user::text, 0));
  perform from queue_item q
    where q.project_id = p_project and q.solution_id in (
      select l.solution_id from lease l
      where l.project_id = p_project and l.user_id = p_user and (not p_only_expired or l.expires_at <= now()))
    order by q.solution_id for update;
  with ended as (
    delete from lease where project_id = p_project and user_id = p_user and (not p_only_expired or expires_at <= now())
    returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from ended where purpose = 'work' group by solution_id
  ), made_available as (
    update queue_item q set available_xid = pg_current_xact_id()
    from ended e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.leased + q.done < q.slots
  )
  update queue_item q set leased = q.leased - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id;
end
$$;

-- Ends the leases of a member who leaves.
create or replace function release_leases_of_member() returns trigger
language plpgsql
as $$
begin
  perform release_leases(old.project_id, old.user_id, p_only_expired => false);
  return null;
end
$$;

-- Ends the leases of an account when it is disabled.
create or replace function release_leases_of_account() returns trigger
language plpgsql
as $$
declare
  project uuid;
begin
  for project in select distinct project_id from lease where user_id = new.id order by project_id loop
    perform release_leases(project, new.id, p_only_expired => false);
  end loop;
  return null;
end
$$;

-- Resumes the annotator's lease, otherwise leases a screening item, the best waiting item or gold; no row if they are blocked,
-- have rework, or nothing is left. Rework comes before a solution that they hold and have not rated. Leases of others that have
-- expired must have been ended before, in another transaction (`end_expired_leases`).
create or replace function claim_next(p_project uuid, p_user uuid, p_lease uuid, p_prefetches boolean, p_minutes int)
returns table (
  why text,
  id uuid,
  solution_id uuid,
  is_prefetched boolean,
  expires_at timestamptz,
  seconds_left float8,
  note text
)
language plpgsql
as $$
declare
  block_reason text;
  has_current boolean;
  has_rework boolean;
begin
  -- One claim at a time per annotator, over all tabs and processes.
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  perform release_leases(p_project, p_user, p_only_expired => true);
  block_reason := find_block_reason(p_project, p_user);
  if block_reason = 'paused' then return; end if;
  has_current := exists (select from lease e
    where e.project_id = p_project and e.user_id = p_user and not e.is_prefetched and e.expires_at > now());
  has_rework := exists (select from queue_rework d where d.project_id = p_project and d.user_id = p_user
    and not exists (select from lease e where e.project_id = d.project_id and e.solution_id = d.solution_id
      and e.user_id = d.user_id));
  if has_rework and block_reason is null and not p_prefetches and not exists (
    select from lease e
      join annotation l on l.project_id = e.project_id and l.solution_id = e.solution_id and l.user_id = e.user_id
    where e.project_id = p_project and e.user_id = p_user and not e.is_prefetched
  ) then
    return;
  end if;
  return query
    select 'resumed', e.id, e.solution_id, e.is_prefetched, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      (select nullif(d.note, '') from queue_rework d
        where d.project_id = e.project_id and d.user_id = e.user_id and d.solution_id = e.solution_id)
    from lease e
    where e.project_id = p_project and e.user_id = p_user and e.expires_at > now()
      and e.is_prefetched = (p_prefetches and has_current);
  if found then return; end if;
  if block_reason = 'screening' then
    return query
      select 'screening', e.id, e.solution_id, e.is_prefetched, e.expires_at,
        extract(epoch from e.expires_at - now())::float8, null::text
      from lease_screening_item(p_project, p_user, p_lease, p_prefetches and has_current, p_minutes) e;
    return;
  end if;
  if block_reason is not null or has_rework then return; end if;
  return query
    select 'work', e.id, e.solution_id, e.is_prefetched, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      null::text
    from lease_best_item(p_project, p_user, p_lease, p_prefetches and has_current, p_minutes) e;
end
$$;
