-- Counts the annotations that were stored before the triggers existed. A migration of its own, because creating triggers blocks
-- writes to annotations. One statement compares and adds, so annotations that are submitted meanwhile count once.
insert into annotation_count_change
  (project_id, day, is_imported, finish_reason, error_step, annotations, negative, neutral, positive)
select project_id, day, is_imported, finish_reason, error_step, sum(annotations), sum(negative), sum(neutral), sum(positive)
from (
  select project_id, day, is_imported, finish_reason, error_step, 1 as annotations, negative, neutral, positive
  from counted_annotation
  union all
  select project_id, day, is_imported, finish_reason, error_step, -annotations, -negative, -neutral, -positive
  from annotation_count
  union all
  select project_id, day, is_imported, finish_reason, error_step, -annotations, -negative, -neutral, -positive
  from annotation_count_change
) difference
group by project_id, day, is_imported, finish_reason, error_step
having (sum(annotations), sum(negative), sum(neutral), sum(positive)) <> (0, 0, 0, 0);
