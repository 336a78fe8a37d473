-- The first step rated negative, from 0; null if there is none. The same rule as `findFirstError` in lib/formats/annotation-rules.ts.
create or replace function find_first_error(p_ratings smallint[]) returns int
language sql immutable parallel safe
as $$
  select array_position(p_ratings, (-1)::smallint) - 1
$$;
