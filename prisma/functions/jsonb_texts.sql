-- A JSON array as text[] for bulk inserts; null stays null.
create or replace function jsonb_texts(list jsonb) returns text[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
