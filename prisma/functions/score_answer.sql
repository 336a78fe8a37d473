-- How an answer to gold compares with the known first errors (steps from 0, null is no error); the same rule as in
-- lib/quality/score-answer.ts.
create or replace function score_answer(p_known smallint[], p_given int) returns text
language sql immutable
as $$
  select case
    when p_given is null then case when cardinality(p_known) = 0 then 'exact' else 'missed' end
    when cardinality(p_known) = 0 then 'false_alarm'
    when p_given = any (p_known) then 'exact'
    when p_given - 1 = any (p_known) or p_given + 1 = any (p_known) then 'near'
    else 'verdict' end
$$;
