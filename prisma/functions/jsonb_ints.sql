-- A JSON array as int[] for bulk inserts; null stays null.
create or replace function jsonb_ints(list jsonb) returns int[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value::int order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
