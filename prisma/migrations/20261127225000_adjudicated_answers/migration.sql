-- What a reviewer answers about the first error, as annotators do. Adjudications made before have no answers.
alter table adjudication
  add column option_ratings smallint[] default '{}',
  add column explanation text,
  add column explanation_option smallint,
  add column progress progress,
  add constraint adjudication_option_ratings check (
    option_ratings is not null and array_position(option_ratings, null) is null
    and option_ratings <@ array[-1, 0, 1]::smallint[]
  ),
  add constraint adjudication_explanation_text check (explanation_option is null or explanation is not null),
  -- Without an error, there is nothing to answer.
  add constraint adjudication_answers_error check (
    finish_reason = 'found_error' or (cardinality(option_ratings) = 0 and explanation is null and progress is null)
  );
