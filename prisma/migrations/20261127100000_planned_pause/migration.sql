-- A pause by the rule takes effect some annotations after the answer that caused it, so that it does not reveal gold.
create table planned_pause (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  planned_at timestamptz(6) not null default current_timestamp,
  after_annotations smallint not null,
  primary key (project_id, user_id),
  constraint planned_pause_delay check (after_annotations between 5 and 15)
);
