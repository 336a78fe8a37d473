-- Records that flags and comments of people changed. In a draft they are not open questions, but the annotation may be submitted
-- in another transaction.
create or replace function record_question_changes_of_notes() returns trigger
language plpgsql
as $$
begin
  insert into question_step_change (project_id, solution_id)
  select distinct l.project_id, l.solution_id
  from changed_rows n
    -- Looked up one by one, because a join could read all annotations.
    cross join lateral (
      select project_id, solution_id from annotation
      where project_id = n.project_id and id = n.annotation_id and user_id is not null offset 0) l
  where n.kind in ('flag', 'comment');
  return null;
end
$$;
