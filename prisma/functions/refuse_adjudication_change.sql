-- Allows one change of an adjudication: withdrawing it.
create or replace function refuse_adjudication_change() returns trigger
language plpgsql
as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null
    or to_jsonb(new) - 'withdrawn_at' is distinct from to_jsonb(old) - 'withdrawn_at' then
    raise exception 'an adjudication is withdrawn, never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
