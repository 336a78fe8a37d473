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
