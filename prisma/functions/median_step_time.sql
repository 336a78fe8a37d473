-- The median time per rated step, in milliseconds; null without step times. Medians over annotations are of this value.
create or replace function median_step_time(p_step_times_ms int[], p_rated int) returns double precision
language sql immutable parallel safe
as $$
  select case when cardinality(p_step_times_ms) > 0 then (
    select percentile_cont(0.5) within group (order by coalesce(p_step_times_ms[i], 0)) from generate_series(1, p_rated) as i) end
$$;
