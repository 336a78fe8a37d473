-- AlterTable
ALTER TABLE "gold_item" ADD COLUMN     "closed_places" SMALLINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "labelling" ADD COLUMN     "blind_share" DOUBLE PRECISION;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- A set of steps, rising; empty: no error.
create function is_rising(p_list smallint[]) returns boolean language sql immutable as $$
  select coalesce(bool_and(a < b), true) from (
    select p_list[i] as a, p_list[i + 1] as b from generate_series(1, cardinality(p_list) - 1) as i) pairs
$$;
alter table gold_item
  add constraint gold_item_steps check (
    first_errors is not null and array_position(first_errors, null) is null and 0 <= all (first_errors)
    and is_rising(first_errors)
  ),
  add constraint gold_item_places check (closed_places >= 0);

-- Gold that an adjudication made says so, and whose it is; its places are its own from now on.
update gold_item g set origin = 'adjudicated', user_id = a.user_id, closed_places = a.closed_places
  from adjudication a
  where a.project_id = g.project_id and a.solution_id = g.solution_id and a.made_gold and a.withdrawn_at is null;

-- How an answer to gold was (lib/quality/score-answer.ts): steps from 0; null: no error.
create function score_answer(p_known smallint[], p_given int) returns text language sql immutable as $$
  select case
    when p_given is null then case when cardinality(p_known) = 0 then 'exact' else 'missed' end
    when cardinality(p_known) = 0 then 'false_alarm'
    when p_given = any (p_known) then 'exact'
    when p_given - 1 = any (p_known) or p_given + 1 = any (p_known) then 'near'
    else 'verdict' end
$$;

alter table labelling add constraint labelling_blind_share check (blind_share > 0 and blind_share < 1);
