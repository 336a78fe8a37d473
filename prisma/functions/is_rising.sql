-- Whether a list is sorted without duplicates.
create or replace function is_rising(p_list smallint[]) returns boolean
language sql immutable
as $$
  select coalesce(bool_and(a < b), true) from (
    select p_list[i] as a, p_list[i + 1] as b from generate_series(1, cardinality(p_list) - 1) as i) pairs
$$;
