-- Counts the rows that were stored before the triggers existed. A migration of its own, because creating triggers blocks
-- writes. Each statement compares and adds, so rows that change meanwhile count once.
insert into annotator_count_change (project_id, user_id, day, finish_reason, is_withdrawn, annotations, rated_steps, time_ms)
select project_id, user_id, day, finish_reason, is_withdrawn, sum(annotations), sum(rated_steps), sum(time_ms)
from (
  select project_id, user_id, day, finish_reason, is_withdrawn, annotations, rated_steps, time_ms from counted_submission
  union all
  select project_id, user_id, day, finish_reason, is_withdrawn, -annotations, -rated_steps, -time_ms from annotator_count
  union all
  select project_id, user_id, day, finish_reason, is_withdrawn, -annotations, -rated_steps, -time_ms from annotator_count_change
) difference
group by project_id, user_id, day, finish_reason, is_withdrawn
having (sum(annotations), sum(rated_steps), sum(time_ms)) <> (0, 0, 0);

insert into project_count_change (project_id, kind, amount)
select project_id, kind, sum(amount)
from (
  select project_id, kind, amount from counted_project_row
  union all
  select project_id, kind, -amount from project_count
  union all
  select project_id, kind, -amount from project_count_change
) difference
group by project_id, kind
having sum(amount) <> 0;
