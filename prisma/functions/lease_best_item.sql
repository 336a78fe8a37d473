-- Leases the best waiting item, or gold with the chance in queue_settings. Both take the same locks and write the same rows, so
-- that the time of a claim tells nothing.
create or replace function lease_best_item(
  p_project uuid,
  p_user uuid,
  p_lease uuid,
  p_is_prefetched boolean,
  p_minutes int
) returns setof lease
language plpgsql
as $$
declare
  item uuid := lock_best_item(p_project, p_user);
  gold uuid;
begin
  if item is null then return; end if;
  -- The lock that a lease on the item would take, so that serving gold takes no fewer.
  perform from solution s where s.project_id = p_project and s.id = item for key share;
  gold := lock_gold(p_project, p_user, 'gold',
    random() < coalesce((select g.gold_share from queue_settings g where g.project_id = p_project), 0));
  update queue_item set leased = leased + case when gold is null then 1 else 0 end
    where project_id = p_project and solution_id = item;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, purpose, expires_at)
    values (p_project, p_lease, coalesce(gold, item), p_user, p_is_prefetched,
      case when gold is null then 'work' else 'gold' end::lease_purpose, now() + make_interval(mins => p_minutes))
    returning *;
end
$$;
