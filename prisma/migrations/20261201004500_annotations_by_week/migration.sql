-- Submissions of people, newest week first, for reviewers from whom submission times are hidden. The hash makes the order
-- within a week independent of time, because an id starts with the time of the first save.
create index annotation_by_week on annotation (
  project_id, (date_trunc('week', submitted_at at time zone 'UTC') at time zone 'UTC'), uuid_hash_extended(id, 0)
) where user_id is not null and state = 'submitted';
