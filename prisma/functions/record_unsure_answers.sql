-- Stores which undecided solutions are unsure, and records the pairs that a statement changes.
create or replace function record_unsure_answers() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then
    with removed as (
      delete from unsure_answer u using old_rows o
      where o.verdict = 'unsure' and u.project_id = o.project_id and u.solution_id = o.id
      returning u.project_id, u.pair_hash
    )
    insert into unsure_pair_change (project_id, pair_hash) select distinct project_id, pair_hash from removed;
  end if;
  if tg_op <> 'DELETE' then
    with added as (
      insert into unsure_answer (project_id, solution_id, problem_id, verdict_source, pair_hash)
      select s.project_id, s.id, s.problem_id, s.verdict_source, hash_answer_pair(s.answer, p.answer)
      from new_rows s
        -- Looked up one by one, because a join could read all problems.
        cross join lateral (select answer from problem where project_id = s.project_id and id = s.problem_id offset 0) p
      where s.verdict = 'unsure' and s.verdict_source <> 'person' and s.answer is not null and p.answer is not null
      returning project_id, pair_hash
    )
    insert into unsure_pair_change (project_id, pair_hash) select distinct project_id, pair_hash from added;
  end if;
  return null;
end
$$;
