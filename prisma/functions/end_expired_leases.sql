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
