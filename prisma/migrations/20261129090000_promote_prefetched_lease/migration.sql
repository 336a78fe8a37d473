-- A prefetched lease becomes the current one when the current one expires, too.
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
  -- As when it is released: the prefetched solution becomes the current one.
  if not has_current then
    update lease e set is_prefetched = false
      where e.project_id = p_project and e.user_id = p_user and e.is_prefetched and e.expires_at > now();
    has_current := found;
  end if;
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
