-- Ends the leases of a member who leaves.
create or replace function release_leases_of_member() returns trigger
language plpgsql
as $$
begin
  perform release_leases(old.project_id, old.user_id, p_only_expired => false);
  return null;
end
$$;
