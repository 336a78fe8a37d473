-- A JSON array as boolean[] for bulk inserts; null stays null.
create or replace function jsonb_booleans(list jsonb) returns boolean[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value::boolean order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
