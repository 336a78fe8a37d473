-- Ends the leases of an account when it is disabled.
create or replace function give_back_of_disabled() returns trigger
language plpgsql
as $$
declare
  held uuid;
begin
  for held in select distinct project_id from lease where user_id = new.id order by project_id loop
    perform give_back_leases(held, new.id);
  end loop;
  return null;
end
$$;
