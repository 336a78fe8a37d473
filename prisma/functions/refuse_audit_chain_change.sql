-- Keeps the end of each audit chain.
create or replace function refuse_audit_chain_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'audit chains are never removed' using errcode = 'insufficient_privilege';
end
$$;
