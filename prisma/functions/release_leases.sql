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
