-- Keeps the longest active time ever saved, so that a late save by an older page adds nothing twice.
create or replace function keep_longest_time() returns trigger
language plpgsql
as $$
begin
  new.counted_time_ms := greatest(new.total_time_ms, case when tg_op = 'UPDATE' then old.counted_time_ms else 0 end);
  return new;
end
$$;
