-- Ends the leases of a member who leaves.
create or replace function give_back_of_member() returns trigger
language plpgsql
as $$
begin
  perform give_back_leases(old.project_id, old.user_id);
  return null;
end
$$;
