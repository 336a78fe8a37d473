-- Leases the next screening item; no row if all were served.
create or replace function lease_screening_item(
  p_project uuid,
  p_user uuid,
  p_lease uuid,
  p_is_prefetched boolean,
  p_minutes int
) returns setof lease
language plpgsql
as $$
declare
  item uuid := lock_gold(p_project, p_user, 'screening', true);
begin
  if item is null then return; end if;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, purpose, expires_at)
    values (p_project, p_lease, item, p_user, p_is_prefetched, 'screening', now() + make_interval(mins => p_minutes))
    returning *;
end
$$;
