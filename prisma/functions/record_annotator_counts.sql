-- Records a change of the counts of an annotator's submissions. The annotation says whether it has flags, because its notes are stored
-- after it.
create or replace function record_annotator_counts() returns trigger
language plpgsql
as $$
begin
  if tg_when = 'BEFORE' then
    -- The view still has the row as it was.
    insert into annotator_count_change (project_id, user_id, day, finish_reason, is_withdrawn, annotations, flagged, rated_steps,
      time_ms)
    select project_id, user_id, day, finish_reason, is_withdrawn, -annotations, -old.has_flag_notes::int, -rated_steps, -time_ms
    from counted_submission where project_id = old.project_id and id = old.id;
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  insert into annotator_count_change (project_id, user_id, day, finish_reason, is_withdrawn, annotations, flagged, rated_steps,
    time_ms)
  select project_id, user_id, day, finish_reason, is_withdrawn, annotations, new.has_flag_notes::int, rated_steps, time_ms
  from counted_submission where project_id = new.project_id and id = new.id;
  return null;
end
$$;
