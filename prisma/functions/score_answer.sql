-- How an answer to gold compares with the known first errors (steps from 0, null is no error); the same rule as in
-- lib/gold/score-gold-answer.ts.
create or replace function score_answer(p_first_errors smallint[], p_answer int) returns text
language sql immutable
as $$
  select case
    when p_answer is null then case when cardinality(p_first_errors) = 0 then 'exact' else 'missed' end
    when cardinality(p_first_errors) = 0 then 'false_alarm'
    when p_answer = any (p_first_errors) then 'exact'
    when p_answer - 1 = any (p_first_errors) or p_answer + 1 = any (p_first_errors) then 'near'
    else 'verdict' end
$$;
