-- Pages with numbers of each annotator, of all solutions or of the queue read stored counts of them, as they do of annotations
-- (docs/decisions/054-kept-counts.md).

-- Counts of the annotations that an annotator submitted, also those for quality control.
create table annotator_count (
  project_id uuid not null,
  user_id uuid not null,
  -- Of submission (UTC).
  day date not null,
  finish_reason finish_reason not null,
  -- Withdrawn by a pause.
  is_withdrawn boolean not null,
  annotations int not null,
  rated_steps int not null,
  time_ms bigint not null,
  primary key (project_id, user_id, day, finish_reason, is_withdrawn)
);

-- Changes of these counts that are not added up yet.
create table annotator_count_change (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  user_id uuid not null,
  day date not null,
  finish_reason finish_reason not null,
  is_withdrawn boolean not null,
  annotations int not null,
  rated_steps int not null,
  time_ms bigint not null,
  primary key (id)
);
create index annotator_count_change_project_id_idx on annotator_count_change (project_id);

create type project_count_kind as enum (
  'problem', 'correct_solution', 'wrong_solution', 'unsure_solution',
  -- Queue items with fewer finished annotations than slots, and the difference.
  'unfinished_item', 'unfinished_slot'
);

-- Counts of a project's other rows.
create table project_count (
  project_id uuid not null,
  kind project_count_kind not null,
  amount bigint not null,
  primary key (project_id, kind)
);

-- Changes of these counts that are not added up yet.
create table project_count_change (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  kind project_count_kind not null,
  amount bigint not null,
  primary key (id)
);
create index project_count_change_project_id_idx on project_count_change (project_id);

-- The annotations that `annotation_count` counts, with their keys and what each adds.
create or replace view counted_annotation as
  select project_id, id, solution_id, coalesce((submitted_at at time zone 'UTC')::date, '-infinity') as day,
    import_id is not null as is_imported, finish_reason,
    case when finish_reason = 'found_error' then coalesce(find_first_error(ratings) + 1, 0) else 0 end as error_step,
    cardinality(array_positions(ratings, (-1)::smallint)) as negative,
    cardinality(array_positions(ratings, 0::smallint)) as neutral,
    cardinality(array_positions(ratings, 1::smallint)) as positive,
    1 as annotations
  from annotation
  where state = 'submitted' and not is_quality_control and not is_screening;

-- The same for `annotator_count`.
create view counted_submission as
  select project_id, id, user_id, (submitted_at at time zone 'UTC')::date as day, finish_reason,
    state = 'withdrawn' as is_withdrawn, 1 as annotations, cardinality(array_remove(ratings, null)) as rated_steps,
    total_time_ms as time_ms
  from annotation
  where state in ('submitted', 'withdrawn') and user_id is not null;

-- The same for `project_count`.
create view counted_project_row as
  select project_id, 'problem'::project_count_kind as kind, 1 as amount from problem
  union all
  select project_id, (verdict || '_solution')::project_count_kind, 1 from solution
  union all
  select project_id, 'unfinished_item', 1 from queue_item where done < slots
  union all
  select project_id, 'unfinished_slot', slots - done from queue_item where done < slots;

-- Records a change of the counts of an annotator's submissions, as `record_annotation_counts` does for the
-- project's. Annotators' rows are inserted as drafts, so an insert of submitted ones is rare.
create or replace function record_annotator_counts() returns trigger
language plpgsql
as $$
begin
  if tg_when = 'BEFORE' then
    -- The view still has the row as it was.
    insert into annotator_count_change (project_id, user_id, day, finish_reason, is_withdrawn, annotations, rated_steps, time_ms)
    select project_id, user_id, day, finish_reason, is_withdrawn, -annotations, -rated_steps, -time_ms
    from counted_submission where project_id = old.project_id and id = old.id;
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  insert into annotator_count_change (project_id, user_id, day, finish_reason, is_withdrawn, annotations, rated_steps, time_ms)
  select project_id, user_id, day, finish_reason, is_withdrawn, annotations, rated_steps, time_ms
  from counted_submission where project_id = new.project_id and id = new.id;
  return null;
end
$$;

-- Records how many problems a statement inserts or deletes.
create or replace function record_problem_counts() returns trigger
language plpgsql
as $$
begin
  insert into project_count_change (project_id, kind, amount)
  select project_id, 'problem', case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed_rows group by project_id;
  return null;
end
$$;

-- Records by how much a statement changes the numbers of solutions by verdict.
create or replace function record_solution_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    insert into project_count_change (project_id, kind, amount)
    select project_id, (verdict || '_solution')::project_count_kind, sum(amount)
    from (
      select project_id, verdict, -1 as amount from old_rows
      union all
      select project_id, verdict, 1 from changed_rows
    ) change
    group by project_id, verdict having sum(amount) <> 0;
  else
    insert into project_count_change (project_id, kind, amount)
    select project_id, (verdict || '_solution')::project_count_kind, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed_rows group by project_id, verdict;
  end if;
  return null;
end
$$;

-- Records a change of the numbers of unfinished queue items and of their unfinished slots. Leases don't change
-- them, so claims record nothing.
create or replace function record_queue_item_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    insert into project_count_change (project_id, kind, amount)
    select new.project_id, change.kind, change.amount
    from (values
      ('unfinished_item'::project_count_kind, (new.done < new.slots)::int - (old.done < old.slots)::int),
      ('unfinished_slot', (new.slots - new.done) - (old.slots - old.done))) as change (kind, amount)
    where change.amount <> 0;
  else
    insert into project_count_change (project_id, kind, amount)
    select counted.project_id, change.kind, case tg_op when 'INSERT' then change.amount else -change.amount end
    from (
      select project_id, count(*) as items, sum(slots - done) as slots from changed_rows where done < slots group by project_id
    ) counted cross join lateral (values
      ('unfinished_item'::project_count_kind, counted.items), ('unfinished_slot', counted.slots)) as change (kind, amount);
  end if;
  return null;
end
$$;

create trigger annotation_insert_records_submission after insert on annotation
  for each row when (new.state <> 'draft' and new.user_id is not null) execute function record_annotator_counts();
create trigger annotation_delete_subtracts_submission before delete on annotation
  for each row when (old.state <> 'draft' and old.user_id is not null) execute function record_annotator_counts();
create trigger annotation_update_subtracts_submission before update on annotation
  for each row when (old.state <> 'draft' and old.user_id is not null
    and (old.state, old.ratings, old.finish_reason, old.submitted_at, old.total_time_ms)
      is distinct from (new.state, new.ratings, new.finish_reason, new.submitted_at, new.total_time_ms))
  execute function record_annotator_counts();
create trigger annotation_update_adds_submission after update on annotation
  for each row when (new.state <> 'draft' and new.user_id is not null
    and (old.state, old.ratings, old.finish_reason, old.submitted_at, old.total_time_ms)
      is distinct from (new.state, new.ratings, new.finish_reason, new.submitted_at, new.total_time_ms))
  execute function record_annotator_counts();

create trigger problem_insert_records_counts after insert on problem
  referencing new table as changed_rows for each statement execute function record_problem_counts();
create trigger problem_delete_records_counts after delete on problem
  referencing old table as changed_rows for each statement execute function record_problem_counts();

create trigger solution_insert_records_counts after insert on solution
  referencing new table as changed_rows for each statement execute function record_solution_counts();
create trigger solution_delete_records_counts after delete on solution
  referencing old table as changed_rows for each statement execute function record_solution_counts();
create trigger solution_update_records_counts after update on solution
  referencing old table as old_rows new table as changed_rows for each statement execute function record_solution_counts();

create trigger queue_item_insert_records_counts after insert on queue_item
  referencing new table as changed_rows for each statement execute function record_queue_item_counts();
create trigger queue_item_delete_records_counts after delete on queue_item
  referencing old table as changed_rows for each statement execute function record_queue_item_counts();
create trigger queue_item_update_records_counts after update on queue_item
  for each row when ((old.slots, old.done) is distinct from (new.slots, new.done)) execute function record_queue_item_counts();
