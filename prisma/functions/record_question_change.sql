-- Records that questions of a solution may have opened or closed: those of an annotation, those that reviewers asked, or all of them
-- after a repair.
create or replace function record_question_change() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'annotation' then
    if not exists (select from step_note n where n.project_id = changed.project_id and n.annotation_id = changed.id
      and n.kind in ('flag', 'comment') and n.dismissed_at is null)
    then
      return changed;
    end if;
  end if;
  insert into question_step_change (project_id, solution_id) values (changed.project_id, changed.solution_id);
  return changed;
end
$$;
