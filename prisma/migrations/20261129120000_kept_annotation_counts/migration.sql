-- Pages with numbers of a whole project read kept counts of its submitted annotations (docs/decisions/054-kept-counts.md).

-- Counts of submitted annotations that were not served for quality control, by what the pages distinguish.
create table annotation_count (
  project_id uuid not null,
  -- Of submission (UTC); -infinity for imported ones without a time.
  day date not null,
  is_imported boolean not null,
  finish_reason finish_reason not null,
  -- The step of the first error, counted from 1; 0 without an error.
  error_step int not null,
  annotations int not null,
  -- Steps by their rating.
  negative int not null,
  neutral int not null,
  positive int not null,
  primary key (project_id, day, is_imported, finish_reason, error_step)
);

-- Changes of these counts that are not added up yet.
create table annotation_count_change (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  day date not null,
  is_imported boolean not null,
  finish_reason finish_reason not null,
  error_step int not null,
  annotations int not null,
  negative int not null,
  neutral int not null,
  positive int not null,
  primary key (id)
);
create index annotation_count_change_project_id_idx on annotation_count_change (project_id);

-- The annotations that are counted, with their keys.
create view counted_annotation as
  select project_id, id, solution_id, coalesce((submitted_at at time zone 'UTC')::date, '-infinity') as day,
    import_id is not null as is_imported, finish_reason,
    case when finish_reason = 'found_error' then coalesce(find_first_error(ratings) + 1, 0) else 0 end as error_step,
    cardinality(array_positions(ratings, (-1)::smallint)) as negative,
    cardinality(array_positions(ratings, 0::smallint)) as neutral,
    cardinality(array_positions(ratings, 1::smallint)) as positive
  from annotation
  where state = 'submitted' and not is_quality_control and not is_screening;

-- Records by how much a statement changes the counts of submitted annotations. Rows are only added, so that transactions never
-- wait for each other; a job adds them up in `annotation_count`. An insert is one row per key, because imports insert many.
create or replace function record_annotation_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = 'submitted') then return null; end if;
    insert into annotation_count_change
      (project_id, day, is_imported, finish_reason, error_step, annotations, negative, neutral, positive)
    select c.project_id, c.day, c.is_imported, c.finish_reason, c.error_step, count(*), sum(c.negative), sum(c.neutral),
      sum(c.positive)
    -- Looked up one by one, because a join could read all annotations.
    from after_rows r cross join lateral (
      select * from counted_annotation where project_id = r.project_id and id = r.id offset 0) c
    where r.state = 'submitted'
    group by c.project_id, c.day, c.is_imported, c.finish_reason, c.error_step;
    return null;
  elsif tg_when = 'BEFORE' then
    -- The view still has the row as it was.
    insert into annotation_count_change
      (project_id, day, is_imported, finish_reason, error_step, annotations, negative, neutral, positive)
    select project_id, day, is_imported, finish_reason, error_step, -1, -negative, -neutral, -positive
    from counted_annotation where project_id = old.project_id and id = old.id;
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  insert into annotation_count_change
    (project_id, day, is_imported, finish_reason, error_step, annotations, negative, neutral, positive)
  select project_id, day, is_imported, finish_reason, error_step, 1, negative, neutral, positive
  from counted_annotation where project_id = new.project_id and id = new.id;
  return null;
end
$$;

create trigger annotation_insert_records_counts after insert on annotation
  referencing new table as after_rows for each statement execute function record_annotation_counts();
create trigger annotation_delete_subtracts_counts before delete on annotation
  for each row when (old.state = 'submitted') execute function record_annotation_counts();
create trigger annotation_update_subtracts_counts before update on annotation
  for each row when (old.state = 'submitted' and (old.state, old.ratings, old.finish_reason, old.submitted_at, old.import_id,
    old.is_quality_control, old.is_screening) is distinct from (new.state, new.ratings, new.finish_reason, new.submitted_at,
    new.import_id, new.is_quality_control, new.is_screening))
  execute function record_annotation_counts();
create trigger annotation_update_adds_counts after update on annotation
  for each row when (new.state = 'submitted' and (old.state, old.ratings, old.finish_reason, old.submitted_at, old.import_id,
    old.is_quality_control, old.is_screening) is distinct from (new.state, new.ratings, new.finish_reason, new.submitted_at,
    new.import_id, new.is_quality_control, new.is_screening))
  execute function record_annotation_counts();
