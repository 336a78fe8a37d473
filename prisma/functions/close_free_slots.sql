-- Closes every slot that becomes free on an item that is no longer ordinary work.
create or replace function close_free_slots() returns trigger
language plpgsql
as $$
begin
  new.closed_slots := new.closed_slots + new.slots - new.leased - new.done;
  new.slots := new.leased + new.done;
  return new;
end
$$;
