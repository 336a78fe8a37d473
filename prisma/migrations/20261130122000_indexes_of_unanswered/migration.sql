-- Stored counts replaced what these two were for.
drop index solution_project_id_verdict_idx;
drop index annotation_by_person;

-- Solutions and problems without an answer, which have no pair to decide on. They are few, or all of a project.
create index solution_unsure_without_answer on solution (project_id)
  where verdict = 'unsure' and verdict_source <> 'person' and answer is null;
create index problem_without_answer on problem (project_id) where answer is null;
