-- One definition of the first error, also for annotations that continue after it.
-- The first step rated negative, from 0; null if there is none. The same rule as `findFirstError` in lib/formats/annotation-rules.ts.
create or replace function find_first_error(p_ratings smallint[]) returns int
language sql immutable parallel safe
as $$
  select array_position(p_ratings, (-1)::smallint) - 1
$$;

create or replace view comparable_annotation as
  select l.project_id, l.solution_id, l.id, l.ratings, l.flagged, l.step_count, find_first_error(l.ratings) as error
  from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
  where l.state = 'submitted' and l.flow = 'solution' and l.irregular is null and l.revision = s.revision
    and l.finish_reason in ('solution', 'found_error') and not l.is_quality_control and not l.is_screening;
