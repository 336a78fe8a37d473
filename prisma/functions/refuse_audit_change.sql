-- Keeps audit entries as they are.
create or replace function refuse_audit_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'insufficient_privilege';
end
$$;
