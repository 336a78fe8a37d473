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
