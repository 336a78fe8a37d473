-- A JSON array as smallint[] for bulk inserts; null stays null.
create or replace function jsonb_smallints(list jsonb) returns smallint[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value::smallint order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
