-- Questions and Answers read one page of rows from stored lists (docs/decisions/056-stored-lists.md).

-- What reviewers are asked: unanswered flags and comments of submitted annotations of the current steps, and reviewers' own
-- questions.
create view open_question as
  select l.project_id, l.solution_id, n.step, l.id as annotation_id, null::uuid as question_id, n.option, n.kind::text as kind,
    n.text, l.user_id as person_id, l.submitted_at as asked_at
  from annotation l join step_note n on n.project_id = l.project_id and n.annotation_id = l.id
  where l.state = 'submitted' and l.user_id is not null and n.kind in ('flag', 'comment') and n.dismissed_at is null
    -- The steps have not been repaired since.
    and not exists (select from solution_revision v where v.project_id = l.project_id and v.solution_id = l.solution_id
      and v.revision = l.revision)
  union all
  select project_id, solution_id, step, null, id, option, kind::text, text, asked_by, asked_at
  from question where state = 'open';

-- The rows of `question_step`.
create view listed_question_step as
  select project_id, solution_id, step, count(distinct person_id)::int as annotators, max(asked_at) as latest
  from open_question group by project_id, solution_id, step;

-- Steps with open questions.
create table question_step (
  project_id uuid not null,
  solution_id uuid not null,
  step smallint not null,
  -- People who ask.
  annotators int not null,
  -- When the latest question was asked.
  latest timestamptz(6) not null,
  primary key (project_id, solution_id, step)
);
create index question_step_project_id_annotators_latest_solution_id_step_idx
  on question_step (project_id, annotators desc, latest desc, solution_id, step);
create index question_step_project_id_latest_solution_id_step_idx on question_step (project_id, latest desc, solution_id, step);

-- Solutions whose rows in `question_step` may be outdated.
create table question_step_change (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  solution_id uuid not null,
  primary key (id)
);
create index question_step_change_project_id_idx on question_step_change (project_id);

-- Solutions with an unsure verdict that no person decided, and with both answers.
create table unsure_answer (
  project_id uuid not null,
  solution_id uuid not null,
  problem_id uuid not null,
  verdict_source verdict_source not null,
  -- Of both answers, by `hash_answer_pair`.
  pair_hash bytea not null,
  primary key (project_id, solution_id)
);
create index unsure_answer_project_id_pair_hash_idx on unsure_answer (project_id, pair_hash);

-- Their pairs of answers.
create table unsure_pair (
  project_id uuid not null,
  pair_hash bytea not null,
  answer text not null,
  reference_answer text not null,
  solutions int not null,
  problems int not null,
  -- The first and last source of the verdicts, in the order of the type.
  first_by verdict_source not null,
  last_by verdict_source not null,
  -- The first solution.
  example uuid not null,
  primary key (project_id, pair_hash)
);
-- An answer may be too long for an index.
create index unsure_pair_order on unsure_pair (project_id, solutions desc, (left(answer, 100)) collate "C");

-- Pairs whose row in `unsure_pair` may be outdated.
create table unsure_pair_change (
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  pair_hash bytea not null,
  primary key (id)
);
create index unsure_pair_change_project_id_idx on unsure_pair_change (project_id);

-- Identifies a pair of final and reference answer, as `hashAnswerPair` does in lib/answers/server/answer-pair-hash.ts.
create or replace function hash_answer_pair(answer text, reference_answer text) returns bytea
language sql immutable parallel safe strict
as $$
  select sha256(convert_to(answer, 'UTF8') || '\x00'::bytea || convert_to(reference_answer, 'UTF8'))
$$;

-- The rows of `unsure_answer`.
create view listed_unsure_answer as
  select s.project_id, s.id as solution_id, s.problem_id, s.verdict_source, hash_answer_pair(s.answer, p.answer) as pair_hash
  from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
  where s.verdict = 'unsure' and s.verdict_source <> 'person' and s.answer is not null and p.answer is not null;

-- The rows of `unsure_pair`.
create view listed_unsure_pair as
  select c.project_id, c.pair_hash, s.answer, p.answer as reference_answer, c.solutions, c.problems, c.first_by, c.last_by, c.example
  from (
    select project_id, pair_hash, count(*)::int as solutions, count(distinct problem_id)::int as problems,
      min(verdict_source) as first_by, max(verdict_source) as last_by, min(solution_id::text)::uuid as example
    from unsure_answer group by project_id, pair_hash
  ) c
    join solution s on s.project_id = c.project_id and s.id = c.example
    join problem p on p.project_id = s.project_id and p.id = s.problem_id;

-- Records that questions of a solution may have opened or closed: those of an annotation, those that reviewers asked, or all of them
-- after a repair.
create or replace function record_question_change() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'annotation' then
    if not exists (select from step_note n where n.project_id = changed.project_id and n.annotation_id = changed.id
      and n.kind in ('flag', 'comment') and n.dismissed_at is null)
    then
      return changed;
    end if;
  end if;
  insert into question_step_change (project_id, solution_id) values (changed.project_id, changed.solution_id);
  return changed;
end
$$;

-- Records that flags and comments of people changed. In a draft they are not open questions, but the annotation may be submitted
-- in another transaction.
create or replace function record_question_changes_of_notes() returns trigger
language plpgsql
as $$
begin
  insert into question_step_change (project_id, solution_id)
  select distinct l.project_id, l.solution_id
  from changed_rows n
    -- Looked up one by one, because a join could read all annotations.
    cross join lateral (
      select project_id, solution_id from annotation
      where project_id = n.project_id and id = n.annotation_id and user_id is not null offset 0) l
  where n.kind in ('flag', 'comment');
  return null;
end
$$;

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

create trigger step_note_insert_records_questions after insert on step_note
  referencing new table as changed_rows for each statement execute function record_question_changes_of_notes();
create trigger step_note_update_records_questions after update on step_note
  referencing new table as changed_rows for each statement execute function record_question_changes_of_notes();
create trigger step_note_delete_records_questions after delete on step_note
  referencing old table as changed_rows for each statement execute function record_question_changes_of_notes();
create trigger annotation_update_records_questions after update on annotation
  for each row when (new.user_id is not null and 'submitted' in (old.state, new.state)
    and (old.state, old.submitted_at, old.revision) is distinct from (new.state, new.submitted_at, new.revision))
  execute function record_question_change();
-- Before, because its notes are deleted with it.
create trigger annotation_delete_records_questions before delete on annotation
  for each row when (old.state = 'submitted' and old.user_id is not null) execute function record_question_change();
create trigger question_insert_records_questions after insert on question
  for each row when (new.state = 'open') execute function record_question_change();
create trigger question_update_records_questions after update on question
  for each row when ('open' in (old.state, new.state)) execute function record_question_change();
create trigger question_delete_records_questions after delete on question
  for each row when (old.state = 'open') execute function record_question_change();
create trigger solution_revision_records_questions after insert on solution_revision
  for each row execute function record_question_change();

create trigger solution_insert_records_unsure_answers after insert on solution
  referencing new table as new_rows for each statement execute function record_unsure_answers();
create trigger solution_update_records_unsure_answers after update on solution
  referencing old table as old_rows new table as new_rows for each statement execute function record_unsure_answers();
create trigger solution_delete_records_unsure_answers after delete on solution
  referencing old table as old_rows for each statement execute function record_unsure_answers();

-- What is stored already. No one can write until the end, because creating triggers locks the tables.
insert into question_step (project_id, solution_id, step, annotators, latest)
select project_id, solution_id, step, annotators, latest from listed_question_step;
insert into unsure_answer (project_id, solution_id, problem_id, verdict_source, pair_hash)
select project_id, solution_id, problem_id, verdict_source, pair_hash from listed_unsure_answer;
analyze unsure_answer;
insert into unsure_pair (project_id, pair_hash, answer, reference_answer, solutions, problems, first_by, last_by, example)
select project_id, pair_hash, answer, reference_answer, solutions, problems, first_by, last_by, example from listed_unsure_pair;
