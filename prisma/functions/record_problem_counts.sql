-- Records how many problems a statement inserts or deletes.
create or replace function record_problem_counts() returns trigger
language plpgsql
as $$
begin
  insert into project_count_change (project_id, kind, amount)
  select project_id, 'problem', case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed_rows group by project_id;
  return null;
end
$$;
