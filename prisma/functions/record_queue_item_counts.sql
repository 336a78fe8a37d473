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
