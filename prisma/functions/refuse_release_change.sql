-- Keeps a finished release as it is.
create or replace function refuse_release_change() returns trigger
language plpgsql
as $$
begin
  if old.state = 'done' then
    raise exception 'a release is never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
