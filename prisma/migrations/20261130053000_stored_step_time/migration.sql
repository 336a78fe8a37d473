-- Stores the median time per step, because People computed it for 500 annotations of each person.
-- The median time per rated step, in milliseconds; null without step times. Medians over annotations are of this value.
create or replace function median_step_time(p_step_times_ms int[], p_rated int) returns double precision
language sql immutable parallel safe
as $$
  select case when cardinality(p_step_times_ms) > 0 then (
    select percentile_cont(0.5) within group (order by coalesce(p_step_times_ms[i], 0)) from generate_series(1, p_rated) as i) end
$$;

alter table annotation add column median_step_ms double precision
  generated always as (median_step_time(step_times_ms, cardinality(ratings))) stored;

-- For the counts of each person on People, and of an annotator's own work, which includes withdrawn annotations.
drop index annotation_by_person;
create index annotation_by_person on annotation (project_id, user_id, state, finish_reason)
  where user_id is not null and state in ('submitted', 'withdrawn');

-- Also for the counts of waiting solutions and open slots. Each claim already writes this index, because it has a condition.
drop index queue_item_available;
create index queue_item_available on queue_item (project_id, available_xid) include (slots, leased, done)
  where leased + done < slots;

-- Makes the primary key newer than the indexes above, as in 20261130000000_newest_primary_keys.
do $$
declare
  foreign_key record;
  statements text[] := '{}';
  statement text;
begin
  for foreign_key in
    select conrelid::regclass as relation, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where confrelid = 'annotation'::regclass and contype = 'f' order by oid
  loop
    execute format('alter table %s drop constraint %I', foreign_key.relation, foreign_key.name);
    statements := statements || format('alter table %s add constraint %I %s',
      foreign_key.relation, foreign_key.name, foreign_key.definition);
  end loop;
  alter table annotation drop constraint annotation_pkey, add primary key (project_id, id);
  foreach statement in array statements loop
    execute statement;
  end loop;
end;
$$;
