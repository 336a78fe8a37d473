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
