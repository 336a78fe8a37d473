-- For the counts of solutions by verdict, which would otherwise read all solutions with their texts.
create index solution_project_id_verdict_idx on solution (project_id, verdict);

-- For the generations that a release can be filtered by. Rounds and files of PRM800K set them.
create index annotation_generation on annotation (project_id, generation)
  where generation is not null and state = 'submitted';

-- For the counts of each person on People.
create index annotation_by_person on annotation (project_id, user_id, finish_reason)
  where state = 'submitted' and user_id is not null;
