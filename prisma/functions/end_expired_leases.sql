-- Ends expired leases, so that their slots can be claimed again; each item is written once, because one statement can
-- update a row only once.
create or replace function end_expired_leases(p_project uuid) returns void
language sql
as $$
  with expired as (
    delete from lease where project_id = p_project and expires_at <= now() returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from expired where purpose = 'work' group by solution_id order by solution_id
  ), made_available as (
    update queue_item q set available_xid = pg_current_xact_id()
    from expired e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.leased + q.done < q.slots and not exists (select from counted c where c.solution_id = e.solution_id)
  )
  update queue_item q set leased = q.leased - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id
$$;
