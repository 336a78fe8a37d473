-- Closes every slot that becomes free on an item that is no longer ordinary work.
create or replace function close_free_places() returns trigger
language plpgsql
as $$
begin
  new.closed_places := new.closed_places + new.wanted - new.held - new.done;
  new.wanted := new.held + new.done;
  return new;
end
$$;
