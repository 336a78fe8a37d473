-- People shows how many annotations of each annotator have a flag. Every view looked up the annotation of each flag.
alter table annotation add column has_flag_notes boolean not null default false;
alter table annotator_count add column flagged int not null default 0;
alter table annotator_count_change add column flagged int not null default 0;
alter table annotator_count alter column flagged drop default;
alter table annotator_count_change alter column flagged drop default;

create or replace view counted_submission as
  select project_id, id, user_id, (submitted_at at time zone 'UTC')::date as day, finish_reason,
    state = 'withdrawn' as is_withdrawn, 1 as annotations, cardinality(array_remove(ratings, null)) as rated_steps,
    total_time_ms as time_ms,
    exists (select from step_note n where n.project_id = l.project_id and n.annotation_id = l.id and n.kind = 'flag')::int as flagged
  from annotation l
  where state in ('submitted', 'withdrawn') and user_id is not null;

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

drop trigger annotation_update_subtracts_submission on annotation;
create trigger annotation_update_subtracts_submission before update on annotation
  for each row when (old.state <> 'draft' and old.user_id is not null
    and (old.state, old.ratings, old.finish_reason, old.submitted_at, old.total_time_ms, old.has_flag_notes)
      is distinct from (new.state, new.ratings, new.finish_reason, new.submitted_at, new.total_time_ms, new.has_flag_notes))
  execute function record_annotator_counts();
drop trigger annotation_update_adds_submission on annotation;
create trigger annotation_update_adds_submission after update on annotation
  for each row when (new.state <> 'draft' and new.user_id is not null
    and (old.state, old.ratings, old.finish_reason, old.submitted_at, old.total_time_ms, old.has_flag_notes)
      is distinct from (new.state, new.ratings, new.finish_reason, new.submitted_at, new.total_time_ms, new.has_flag_notes))
  execute function record_annotator_counts();

-- Without triggers, because nothing that a release contains changes. Writers wait until the end, as the CHANGELOG says.
alter table annotation disable trigger user;
update annotation l set has_flag_notes = true
where user_id is not null
  and exists (select from step_note n where n.project_id = l.project_id and n.annotation_id = l.id and n.kind = 'flag');
alter table annotation enable trigger user;
insert into annotator_count_change (project_id, user_id, day, finish_reason, is_withdrawn, annotations, flagged, rated_steps, time_ms)
select project_id, user_id, day, finish_reason, is_withdrawn, 0, sum(flagged), 0, 0
from counted_submission where flagged > 0
group by project_id, user_id, day, finish_reason, is_withdrawn;
