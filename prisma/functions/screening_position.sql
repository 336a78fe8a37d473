-- Offset of screening items in queue_gold: they come before gold, and a screening has at most 200.
create or replace function screening_position() returns int
language sql immutable parallel safe
as $$
 select -1000 
$$;
