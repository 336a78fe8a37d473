-- Extends a live lease, locks it until the transaction ends, and returns what can be rated; no row if the lease is over.
-- A save that ends the lease first waits for the annotator's other tabs, because it also touches their prefetched lease.
create or replace function renew_lease(p_project uuid, p_user uuid, p_lease uuid, p_minutes int, p_ends boolean)
returns table (
  solution_id uuid,
  seconds_left float8,
  flow text,
  revision int,
  step_count int,
  revealed int[],
  options jsonb,
  explanations jsonb
)
language plpgsql
as $$
declare
  renewed lease;
begin
  if p_ends then
    perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  end if;
  update lease e set expires_at = now() + make_interval(mins => p_minutes)
    where e.project_id = p_project and e.id = p_lease and e.user_id = p_user and e.expires_at > now()
    returning e.* into renewed;
  if not found then return; end if;
  return query
    select renewed.solution_id, extract(epoch from renewed.expires_at - now())::float8, o.*
    from read_work(p_project, renewed.solution_id, p_user) o;
end
$$;
