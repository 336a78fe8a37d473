-- Recomputes disagreements after annotations were submitted, reopened or deleted. Imports only cover solutions that they bring;
-- at their end they check the others under the lock that submitting takes.
create or replace function refresh_disagreements_of_annotations() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = 'submitted') then return null; end if;
    for changed in
      select r.project_id, array_agg(distinct r.solution_id) as solutions, bool_or(r.user_id is not null) as is_person
      from after_rows r
      where r.state = 'submitted' and (r.user_id is not null or exists (select from solution s
        where s.project_id = r.project_id and s.id = r.solution_id and s.import_id is not distinct from r.import_id))
      group by r.project_id
    loop
      perform refresh_disagreements_of_solutions(changed.project_id, changed.solutions, changed.is_person);
    end loop;
  elsif tg_op = 'DELETE' then
    for changed in
      select project_id, array_agg(distinct solution_id) as solutions from before_rows
      where state = 'submitted' group by project_id
    loop
      perform refresh_disagreements_of_solutions(changed.project_id, changed.solutions, false);
    end loop;
  else
    if not exists (select from after_rows where state = 'submitted')
      and not exists (select from before_rows where state = 'submitted') then return null; end if;
    for changed in
      select project_id, array_agg(distinct solution_id) as solutions, bool_or(user_id is not null) as is_person
      from (select * from before_rows union all select * from after_rows) r
      where state = 'submitted' group by project_id
    loop
      perform refresh_disagreements_of_solutions(changed.project_id, changed.solutions, changed.is_person);
    end loop;
  end if;
  return null;
end
$$;
