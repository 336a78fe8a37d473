-- What an import writes of disagreements nobody else can write until it ends, and imports take minutes: whoever submitted
-- one of these solutions meanwhile waited for all of it, and at its end the import for them. So it looks at once only at
-- solutions that it brings itself, which nobody else sees, and at those that were here at its end, under the lock that
-- submitting takes (lib/review/server/compare-imported.sql.ts).
create or replace function note_labellings() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = 'submitted') then return null; end if;
    for touched in
      select r.project_id, array_agg(distinct r.solution_id) as solutions, bool_or(r.user_id is not null) as is_person
      from after_rows r
      where r.state = 'submitted' and (r.user_id is not null or exists (select from solution s
        where s.project_id = r.project_id and s.id = r.solution_id and s.import_id = r.import_id))
      group by r.project_id
    loop
      perform note_solutions(touched.project_id, touched.solutions, touched.is_person);
    end loop;
  elsif tg_op = 'DELETE' then
    for touched in
      select project_id, array_agg(distinct solution_id) as solutions from before_rows
      where state = 'submitted' group by project_id
    loop
      perform note_solutions(touched.project_id, touched.solutions, false);
    end loop;
  else
    if not exists (select from after_rows where state = 'submitted')
      and not exists (select from before_rows where state = 'submitted') then return null; end if;
    for touched in
      select project_id, array_agg(distinct solution_id) as solutions, bool_or(user_id is not null) as is_person
      from (select * from before_rows union all select * from after_rows) r
      where state = 'submitted' group by project_id
    loop
      perform note_solutions(touched.project_id, touched.solutions, touched.is_person);
    end loop;
  end if;
  return null;
end
$$;
