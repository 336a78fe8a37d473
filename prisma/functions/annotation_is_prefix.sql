-- Whether ratings form a prefix of the steps that fits the finish reason; the same rule as in lib/formats/find-annotation-irregularity.ts.
create or replace function annotation_is_prefix(
  finish_reason finish_reason,
  step_count int,
  flow flow,
  ratings smallint[]
) returns boolean
language sql immutable parallel safe
as $$
  select case
    -- Only the last rated step may be negative, and no unrated step comes before a rated one.
    when exists (
      select from unnest(ratings) with ordinality as a(rating, i), unnest(ratings) with ordinality as b(rating, j)
      where i < j and b.rating is not null and (a.rating is null or a.rating = -1)
    ) then false
    when flow = 'solution' and cardinality(ratings) > step_count then false
    when finish_reason = 'found_error' then
      cardinality(ratings) > 0 and ratings[cardinality(ratings)] is not distinct from -1
    when finish_reason = 'solution' then
      cardinality(ratings) = step_count and array_position(ratings, null) is null and not (-1 = any (ratings))
    when finish_reason is null then array_position(ratings, null) is null
    else true
  end
$$;
