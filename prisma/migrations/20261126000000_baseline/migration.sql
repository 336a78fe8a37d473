-- The database of Stepmark 0.2.0: types, tables with their constraints and indexes, views, functions, triggers, grants.
-- prisma/schema says what each table and column means. Comments here say why a rule exists.
-- Tables that grow carry project_id first in their keys, so that they can be distributed by project.

-- ── Types ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create type admission_kind as enum ('admitted', 'another_attempt');
create type annotation_origin as enum ('own', 'imported');
create type annotation_state as enum ('draft', 'submitted', 'withdrawn');
create type archive_reason as enum ('reopened', 'repaired', 'returned');
create type disagreement_kind as enum ('negative', 'neutral');
create type rework_kind as enum ('returned', 'reopened');
create type exclusion_kind as enum ('excluded', 'skipped');
create type finish_reason as enum ('solution', 'found_error', 'give_up', 'bad_problem');
create type flow as enum ('solution', 'step_choice');
create type gold_origin as enum ('imported', 'marked', 'adjudicated', 'consensus');
create type grader_mode as enum ('semantic', 'prm800k', 'exact', 'numeric', 'choice');
create type import_state as enum ('receiving', 'checking', 'checked', 'running', 'done', 'refused', 'failed', 'cancelled');
create type input_method as enum ('key', 'pointer', 'touch');
create type job_state as enum ('running', 'done', 'failed', 'cancelled');
create type lease_purpose as enum ('work', 'gold', 'screening');
create type mail_state as enum ('waiting', 'sent', 'failed');
create type progress as enum ('none', 'some', 'most');
create type project_role as enum ('annotator', 'reviewer', 'admin');
create type project_template as enum ('mathematics', 'code', 'science', 'prose');
create type question_kind as enum ('flag', 'comment', 'reviewer');
create type question_state as enum ('open', 'answered', 'dismissed');
create type regrade_state as enum ('previewing', 'previewed', 'applying', 'done', 'failed', 'cancelled');
create type release_state as enum ('running', 'done', 'failed', 'cancelled');
create type review_action as enum ('accepted', 'returned');
create type round_state as enum ('planning', 'planned', 'starting', 'active', 'closed', 'failed', 'cancelled');
create type decision_state as enum ('draft', 'published');
create type scorer_kind as enum ('server', 'embedded', 'imported');
create type screening_state as enum ('running', 'passed', 'failed');
create type admission_status as enum ('required', 'screening', 'failed', 'admitted');
create type step_note_kind as enum ('flag', 'comment', 'bad_split');
create type token_scope as enum ('read', 'write');
create type verdict as enum ('correct', 'wrong', 'unsure');
create type verdict_source as enum ('grader', 'file', 'person');

-- ── Functions that constraints and indexes use ────────────────────────────────────────────────────────────────────────

-- Each function is also in prisma/functions, in a file of its own.

-- Whether ratings form a prefix of the steps that fits the finish reason; the same rule as in lib/annotations/prefix.ts.
create or replace function annotation_is_prefix(
  finish_reason finish_reason,
  step_count int,
  flow flow,
  ratings smallint[]
) returns boolean
language sql immutable parallel safe
as $$
  select case
    -- Only the last rated step may be negative, and no unrated step comes before a rated one.
    when exists (
      select from unnest(ratings) with ordinality as a(rating, i), unnest(ratings) with ordinality as b(rating, j)
      where i < j and b.rating is not null and (a.rating is null or a.rating = -1)
    ) then false
    when flow = 'solution' and cardinality(ratings) > step_count then false
    when finish_reason = 'found_error' then
      cardinality(ratings) > 0 and ratings[cardinality(ratings)] is not distinct from -1
    when finish_reason = 'solution' then
      cardinality(ratings) = step_count and array_position(ratings, null) is null and not (-1 = any (ratings))
    when finish_reason is null then array_position(ratings, null) is null
    else true
  end
$$;

-- Whether a list is sorted without duplicates.
create or replace function is_rising(p_list smallint[]) returns boolean
language sql immutable
as $$
  select coalesce(bool_and(a < b), true) from (
    select p_list[i] as a, p_list[i + 1] as b from generate_series(1, cardinality(p_list) - 1) as i) pairs
$$;

-- SHA-256 of a problem statement without differences in white space; the same rule as in lib/exports/normalize-statement.ts.
create or replace function hash_statement(statement text) returns bytea
language sql immutable parallel safe strict
as $$
  select sha256(convert_to(btrim(regexp_replace(normalize(statement, nfc),
    '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' '), 'UTF8'))
$$;

-- ── Instance ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create table instance_setting (
  key text primary key,
  value text not null
);

create table started_secret (
  check_hash bytea primary key,
  started_at timestamptz(6) not null default current_timestamp,
  -- Only a hash may be stored, never the secret.
  constraint started_secret_is_a_hash check (octet_length(check_hash) = 32)
);

create table idempotency_key (
  actor text not null,
  key text not null,
  operation text not null,
  request_hash text not null,
  reply jsonb,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (actor, key)
);
create index idempotency_key_created_at_idx on idempotency_key (created_at);

create table rate_limit (
  key text primary key,
  points int not null,
  expire timestamptz(6)
);
create index rate_limit_expire_idx on rate_limit (expire);

-- ── Accounts and sign-in ──────────────────────────────────────────────────────────────────────────────────────────────

create table app_user (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  is_instance_admin boolean not null default false,
  shortcuts jsonb not null default '{}',
  disabled_at timestamptz(6),
  email_verified_at timestamptz(6),
  first_password_until timestamptz(6),
  created_at timestamptz(6) not null default current_timestamp,
  -- Addresses are compared as stored, so there is one spelling of each.
  constraint user_email_form check (email = lower(trim(email)) and email like '_%@_%')
);
create unique index app_user_email_key on app_user (email);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade on update cascade,
  secret_hash bytea not null,
  created_at timestamptz(6) not null default current_timestamp,
  last_seen_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  revoked_at timestamptz(6),
  user_agent text,
  address text,
  awaits_code boolean not null default false,
  has_provider_factor boolean not null default false,
  -- A session without its second factor is short and must not count as strong.
  constraint session_awaits_code_for_minutes check (
    not awaits_code
    or (not has_provider_factor and expires_at <= created_at + interval '10 minutes')
  )
);
create unique index session_secret_hash_key on session (secret_hash);
create index session_user_id_idx on session (user_id);

create table known_device (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade on update cascade,
  secret_hash bytea not null,
  session_id uuid references session on delete set null on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null
);
create unique index known_device_secret_hash_key on known_device (secret_hash);
create unique index known_device_session_id_key on known_device (session_id);
create index known_device_user_id_idx on known_device (user_id);

create table totp (
  user_id uuid primary key references app_user on delete cascade on update cascade,
  sealed_secret bytea not null,
  confirmed_at timestamptz(6),
  last_step int not null default 0
);

create table recovery_code (
  code_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade on update cascade,
  used_at timestamptz(6)
);
create index recovery_code_user_id_idx on recovery_code (user_id);

create table oidc_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (issuer, subject)
);
create unique index oidc_identity_user_id_issuer_key on oidc_identity (user_id, issuer);

create table api_token (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade on update cascade,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  scope token_scope not null,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6),
  last_used_at timestamptz(6),
  revoked_at timestamptz(6)
);
create unique index api_token_secret_hash_key on api_token (secret_hash);
create index api_token_user_id_idx on api_token (user_id);

create table password_reset (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade on update cascade,
  secret_hash bytea not null,
  made_by_id uuid references app_user on delete set null on update cascade,
  is_by_host boolean not null default false,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  ended_at timestamptz(6),
  constraint password_reset_has_length check (expires_at > created_at),
  -- A link made on the host has no account behind it.
  constraint password_reset_author check (not is_by_host or made_by_id is null)
);
create unique index password_reset_secret_hash_key on password_reset (secret_hash);
create index password_reset_user_id_idx on password_reset (user_id);

-- ── Audit log ─────────────────────────────────────────────────────────────────────────────────────────────────────────

create table audit_chain (
  chain text primary key,
  sequence bigint not null,
  hash bytea not null
);

-- Written only by append_audit_entry, which hashes each entry together with the one before it.
create table audit_entry (
  chain text not null,
  sequence bigint not null,
  at timestamptz(6) not null,
  project_id uuid,
  actor text not null,
  action text not null,
  target text not null,
  detail text not null,
  request_id text not null,
  hash bytea not null,
  primary key (chain, sequence)
);
create index audit_entry_actor_at_idx on audit_entry (actor, at);
create index audit_entry_at_idx on audit_entry (at);
create index audit_entry_project_id_at_idx on audit_entry (project_id, at);
-- Pages that filter by action. The frequent actions, nearly all rows, are found soon enough without it.
create index audit_entry_rare_idx on audit_entry (action, at)
  where action <> all ('{queue.claim,queue.heartbeat,annotation.save,annotation.submit}');
create index audit_entry_target_at_idx on audit_entry (target, at);

-- ── Projects and members ──────────────────────────────────────────────────────────────────────────────────────────────

create table project (
  id uuid primary key,
  slug text not null,
  name text not null,
  flow flow not null default 'solution',
  guideline_version int not null default 1,
  shows_answer boolean not null default true,
  lease_minutes int not null default 30,
  overlap smallint not null default 1,
  template project_template not null default 'mathematics',
  splitting text not null default 'auto',
  grader_mode grader_mode not null default 'semantic',
  asks_explanation boolean not null default false,
  asks_progress boolean not null default false,
  error_tags jsonb not null default '[]',
  hides_labelers boolean not null default true,
  last_decision_number int not null default 0,
  screens boolean not null default false,
  screening_items smallint not null default 30,
  screening_share float8 not null default 0.75,
  gold_share float8 not null default 0.05,
  gold_per_round smallint,
  explains_gold boolean not null default false,
  pause_below float8 default 0.6,
  hidden_reference_share float8 not null default 0,
  review_share float8 not null default 0,
  review_first_share float8 not null default 0,
  review_first_count smallint not null default 50,
  created_at timestamptz(6) not null default current_timestamp,
  constraint project_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  constraint project_name_form check (length(trim(name)) between 1 and 120),
  constraint project_lease_length check (lease_minutes between 1 and 1440),
  constraint project_overlap_range check (overlap between 1 and 10),
  constraint project_splitting_style check (
    splitting in ('auto', 'step-tag', 'heading', 'step-n', 'blank-line', 'line')
  ),
  -- 0 or null means off. A share of 1 would leave nothing to compare with.
  constraint project_quality check (
    screening_items between 1 and 200 and screening_share > 0 and screening_share <= 1
    and gold_share >= 0 and gold_share <= 0.5 and gold_per_round between 1 and 200
    and pause_below > 0 and pause_below < 1 and hidden_reference_share >= 0 and hidden_reference_share <= 0.9
    and review_share between 0 and 1 and review_first_share between 0 and 1
    and review_first_count between 1 and 10000
  )
);
create unique index project_slug_key on project (slug);

create table guideline_version (
  project_id uuid not null references project on delete cascade on update cascade,
  version int not null,
  text text not null,
  summary text not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  published_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, version),
  constraint guideline_version_counts check (version >= 1),
  constraint guideline_version_has_text check (length(trim(text)) > 0)
);

create table member (
  project_id uuid not null references project on delete cascade on update cascade,
  user_id uuid not null references app_user on delete cascade on update cascade,
  role project_role not null,
  guideline_read int not null default 0,
  tutorial_done_at timestamptz(6),
  paused_at timestamptz(6),
  pause_message text,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, user_id)
);
create index member_user_id_idx on member (user_id);

create table invite (
  id uuid primary key,
  project_id uuid references project on delete cascade on update cascade,
  role project_role,
  email text,
  secret_hash bytea not null,
  mailed_hash bytea,
  mail mail_state,
  made_by_id uuid not null references app_user on delete cascade on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  used_at timestamptz(6),
  used_by_id uuid references app_user on delete set null on update cascade,
  revoked_at timestamptz(6),
  -- An invite to a project names a role; an invite to the installation has neither.
  constraint invite_scope check ((project_id is null) = (role is null)),
  constraint invite_has_length check (expires_at > created_at),
  constraint invite_email_form check (email = lower(trim(email)) and email like '_%@_%'),
  constraint invite_mail_has_address check (mail is null or email is not null),
  -- The account that used an invite may be deleted later.
  constraint invite_used_by check (used_by_id is null or used_at is not null),
  constraint invite_ends_once check (used_at is null or revoked_at is null)
);
create unique index invite_mailed_hash_key on invite (mailed_hash);
create unique index invite_secret_hash_key on invite (secret_hash);
create index invite_made_by_id_idx on invite (made_by_id);
create index invite_project_id_created_at_idx on invite (project_id, created_at);

-- ── Webhooks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create table webhook (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  url text not null,
  events text[],
  secret bytea not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  collected_to timestamptz(6) not null default current_timestamp,
  failing_since timestamptz(6),
  disabled_at timestamptz(6),
  disabled_reason text,
  primary key (project_id, id),
  constraint webhook_events check (cardinality(events) > 0),
  -- Only a webhook that is off has a reason for it.
  constraint webhook_disabled_reason check (disabled_reason is null or disabled_at is not null)
);
-- Every act asks whether a webhook listens.
create index webhook_enabled on webhook (project_id) where disabled_at is null;

create table webhook_delivery (
  project_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  body jsonb not null,
  created_at timestamptz(6) not null default current_timestamp,
  next_attempt_at timestamptz(6),
  attempts smallint not null default 0,
  last_attempt_at timestamptz(6),
  status smallint,
  duration_ms int,
  error text,
  delivered_at timestamptz(6),
  primary key (project_id, id),
  foreign key (project_id, webhook_id) references webhook on delete cascade on update cascade,
  constraint webhook_delivery_attempts check (attempts >= 0),
  -- A delivered message is not sent again.
  constraint webhook_delivery_ends check (delivered_at is null or next_attempt_at is null)
);
create index webhook_delivery_created_at_idx on webhook_delivery (created_at);
-- What is due over all projects, asked every two seconds.
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_project_id_webhook_id_created_at_idx on webhook_delivery (project_id, webhook_id, created_at);
-- What is due for one webhook.
create index webhook_delivery_waiting on webhook_delivery (project_id, webhook_id, next_attempt_at)
  where next_attempt_at is not null;

-- ── Files and imports ─────────────────────────────────────────────────────────────────────────────────────────────────

create table stored_file (
  project_id uuid not null,
  id uuid not null,
  bytes bigint not null default 0,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, id),
  constraint stored_file_bytes check (bytes >= 0)
);

create table stored_chunk (
  project_id uuid not null,
  file_id uuid not null,
  position bigint not null,
  data bytea not null,
  primary key (project_id, file_id, position),
  foreign key (project_id, file_id) references stored_file on delete cascade on update cascade,
  -- Small chunks keep the memory of readers constant.
  constraint stored_chunk_not_empty check (position >= 0 and length(data) between 1 and 1048576)
);
-- Most data arrives compressed and is read only as a whole, so PostgreSQL should not compress it again.
alter table stored_chunk alter column data set storage external;

create table import_batch (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  file_name text not null,
  state import_state not null default 'done',
  options jsonb not null default '{}',
  file_id uuid,
  requests_file_id uuid,
  report_file_id uuid,
  format text not null,
  lines int not null,
  bytes bigint not null,
  sha256 bytea not null,
  problems int not null,
  solutions int not null,
  annotations int not null,
  gold int not null default 0,
  duplicates int not null,
  queued int not null default 0,
  unserved int not null default 0,
  refused int not null,
  preview jsonb not null default '{}',
  read_bytes bigint not null default 0,
  read_lines int not null default 0,
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  created_at timestamptz(6) not null default current_timestamp,
  started_at timestamptz(6),
  finished_at timestamptz(6),
  primary key (project_id, id),
  constraint import_batch_counts check (
    least(lines, problems, solutions, annotations, gold, duplicates, queued, unserved, refused, read_lines) >= 0
    and least(bytes, read_bytes) >= 0
  )
);

-- ── Problems and solutions ────────────────────────────────────────────────────────────────────────────────────────────

create table problem (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  identity bytea not null,
  external_id text,
  statement text not null,
  answer text,
  reference_solution text,
  subject text,
  level text,
  metadata jsonb not null,
  primary key (project_id, id)
);
create unique index problem_project_id_identity_key on problem (project_id, identity);
-- Held-out lists and splits know a problem by this hash.
create index problem_statement on problem (project_id, hash_statement(statement));

create table solution (
  project_id uuid not null,
  id uuid not null,
  problem_id uuid not null,
  identity bytea not null,
  content_hash bytea not null,
  record_hash bytea not null,
  external_id text,
  flow flow not null,
  text text,
  splitter text,
  step_spans int[],
  steps text[],
  answer text,
  verdict verdict not null,
  verdict_reason text not null,
  grader_version text not null,
  verdict_source verdict_source not null default 'grader',
  verdict_user_id uuid references app_user on delete set null on update cascade,
  overruled_at timestamptz(6),
  overrule_note text,
  file_verdict verdict,
  score float8,
  step_scores jsonb,
  generator text,
  metadata jsonb not null,
  import_id uuid not null,
  revision smallint not null default 1,
  step_ids int[] default '{}',
  primary key (project_id, id),
  foreign key (project_id, problem_id) references problem on delete cascade on update cascade,
  constraint solution_has_steps check (cardinality(steps) > 0 or flow = 'step_choice'),
  -- Only a person's verdict has an author.
  constraint solution_verdict_user check (verdict_user_id is null or verdict_source = 'person'),
  -- A verdict on one solution alone needs a reason.
  constraint solution_overruled check (
    (overruled_at is null) = (overrule_note is null)
    and (overruled_at is null or verdict_source = 'person')
  ),
  -- What the file said is needed only while a person's verdict replaces it.
  constraint solution_file_verdict check (file_verdict is null or verdict_source = 'person')
);
create unique index solution_project_id_identity_key on solution (project_id, identity);
create index solution_project_id_import_id_idx on solution (project_id, import_id);
create index solution_project_id_problem_id_idx on solution (project_id, problem_id);
-- Verdicts by people are few among many.
create index solution_verdict_by_person on solution (project_id, problem_id) where verdict_source = 'person';
-- Finds imported scores without reading all solutions.
create index solution_scored on solution (project_id) where score is not null or step_scores is not null;
-- Answers that wait for a person are few among many.
create index solution_unsure on solution (project_id, problem_id) where verdict = 'unsure';

create table step_option (
  project_id uuid not null,
  solution_id uuid not null,
  step smallint not null,
  option smallint not null,
  text text not null,
  source text,
  primary key (project_id, solution_id, step, option),
  constraint step_option_location check (step >= 0 and option >= 0)
);

create table step_explanation (
  project_id uuid not null,
  solution_id uuid not null,
  step smallint not null,
  position smallint not null,
  text text not null,
  primary key (project_id, solution_id, step, position),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade
);

create table solution_revision (
  project_id uuid not null,
  solution_id uuid not null,
  revision smallint not null,
  steps text[],
  step_spans int[],
  step_ids int[] default '{}',
  user_id uuid not null references app_user on delete restrict on update cascade,
  replaced_at timestamptz(6) not null default current_timestamp,
  change text not null,
  primary key (project_id, solution_id, revision),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade
);

-- ── Final answers ─────────────────────────────────────────────────────────────────────────────────────────────────────

create table answer_decision (
  project_id uuid not null references project on delete cascade on update cascade,
  pair_hash bytea not null,
  answer text not null,
  reference_answer text not null,
  verdict verdict not null,
  note text not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  decided_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, pair_hash)
);

create table regrade (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  state regrade_state not null default 'previewing',
  mode grader_mode not null,
  grader_version text not null,
  read_rows int not null default 0,
  total_rows int,
  outcome jsonb not null default '{}',
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  applied_by uuid references app_user on delete restrict on update cascade,
  primary key (project_id, id)
);

create table regrade_pair (
  project_id uuid not null,
  regrade_id uuid not null,
  number int not null,
  answer text,
  reference_answer text,
  solutions int not null,
  verdict verdict,
  reason text,
  primary key (project_id, regrade_id, number),
  foreign key (project_id, regrade_id) references regrade on delete cascade on update cascade,
  -- A verdict without a reason cannot be reviewed.
  constraint regrade_pair_graded check ((verdict is null) = (reason is null))
);

-- ── Scores ────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table scorer (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  name text not null,
  kind scorer_kind not null,
  settings jsonb not null default '{}',
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  retired_at timestamptz(6),
  primary key (project_id, id)
);
create unique index scorer_project_id_name_key on scorer (project_id, name);

create table scorer_version (
  project_id uuid not null,
  scorer_id uuid not null,
  version int not null,
  state job_state not null default 'running',
  seed int not null,
  algorithm text,
  solutions int,
  steps int,
  metrics jsonb,
  weights bytea,
  read_rows int not null default 0,
  total_rows int,
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  primary key (project_id, scorer_id, version),
  foreign key (project_id, scorer_id) references scorer on delete cascade on update cascade,
  constraint scorer_version_number check (version > 0),
  -- A version that counts as trained can predict and says how well.
  constraint scorer_version_done check (state <> 'done' or (weights is not null and metrics is not null))
);

create table score_run (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  number int not null,
  scorer_id uuid not null,
  version int,
  model text not null,
  scope text not null,
  state job_state not null default 'running',
  done_rows int not null default 0,
  reused_rows int not null default 0,
  failed_rows int not null default 0,
  total_rows int,
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  primary key (project_id, id),
  foreign key (project_id, scorer_id) references scorer on update cascade,
  foreign key (project_id, scorer_id, version) references scorer_version on update cascade,
  constraint score_run_number check (number > 0),
  constraint score_run_scope check (scope in ('all', 'unlabelled'))
);
create unique index score_run_project_id_number_key on score_run (project_id, number);

create table solution_score (
  project_id uuid not null,
  run_id uuid not null,
  solution_id uuid not null,
  revision smallint not null default 1,
  step_scores real[],
  product float8,
  minimum float8,
  geometric_mean float8,
  last float8,
  strict_product float8,
  strict_minimum float8,
  strict_geometric_mean float8,
  strict_last float8,
  lowest_step smallint,
  disagreement float8,
  content_key bytea,
  line int,
  message text,
  primary key (project_id, run_id, solution_id),
  foreign key (project_id, run_id) references score_run on delete cascade on update cascade,
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  -- Either scores or the reason why there are none. An imported score may cover only the whole solution.
  constraint solution_score_or_reason check (
    (message is null) = (product is not null) and (message is null or cardinality(step_scores) = 0)
    and (cardinality(step_scores) > 0 or message is not null or line is not null)
    and (line > 0 or line is null)
  )
);
-- Finds scores of the same content in earlier runs, to reuse them.
create index solution_score_content on solution_score (project_id, content_key) where content_key is not null;
create index solution_score_project_id_solution_id_idx on solution_score (project_id, solution_id);

-- ── Rounds ────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table round (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  number int,
  state round_state not null default 'planning',
  policy jsonb not null,
  score_run_id uuid,
  outcome jsonb not null default '{}',
  read_rows int not null default 0,
  total_rows int,
  attempt int not null default 0,
  message text,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  started_at timestamptz(6),
  closed_at timestamptz(6),
  primary key (project_id, id),
  foreign key (project_id, score_run_id) references score_run on update cascade,
  -- Only rounds that started have a number, so that discarded plans leave no gaps.
  constraint round_numbered check ((number is null) = (state not in ('active', 'closed'))),
  constraint round_dated check ((started_at is null) = (number is null))
);
-- One round at a time.
create unique index round_active on round (project_id) where state = 'active';
-- A round is started only once, also by two admins at the same moment.
create unique index round_starting on round (project_id) where state = 'starting';
create unique index round_project_id_number_key on round (project_id, number);

-- ── Queue ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table queue_item (
  project_id uuid not null,
  solution_id uuid not null,
  problem_id uuid not null,
  slice text not null,
  tier smallint not null,
  pass int not null,
  priority float8 not null,
  reason text not null,
  slots smallint not null,
  leased smallint not null default 0,
  done smallint not null default 0,
  round int not null default 0,
  score float8,
  selection_probability float8,
  available_xid xid8 not null default pg_current_xact_id(),
  restored_at timestamptz(6),
  closed_slots smallint,
  primary key (project_id, solution_id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  -- Claims count on the row that they lock, and this is the last line of defence against more annotators than planned.
  -- Gold that no one has started keeps its row without slots.
  constraint queue_item_overlap check (
    leased >= 0 and done >= 0 and (slots > 0 or slots = 0 and closed_slots is not null)
    and leased + done <= slots and closed_slots >= 0
  ),
  -- Estimates divide by it.
  constraint queue_item_probability check (selection_probability > 0 and selection_probability <= 1)
);
-- Serving order, ascending throughout so that a claim can start anywhere in it.
create index queue_item_serving_order on queue_item (project_id, tier, pass, (-priority), solution_id)
  where leased + done < slots;
-- What became available since an annotator's cursor was written.
create index queue_item_available on queue_item (project_id, available_xid) where leased + done < slots;
create index queue_item_project_id_problem_id_idx on queue_item (project_id, problem_id);
-- What no one has started leaves the queue with its round.
create index queue_item_not_started on queue_item (project_id, round) where leased = 0 and done = 0;

-- A cache, so it needs no write-ahead log. Half of each page stays free because each claim updates a row.
create unlogged table queue_cursor (
  project_id uuid not null,
  user_id uuid not null,
  tier smallint not null,
  pass int not null,
  minus_priority float8 not null,
  solution_id uuid not null,
  snapshot pg_snapshot not null,
  written_xid xid8 not null,
  server_started_at timestamptz(6) not null,
  primary key (project_id, user_id)
) with (fillfactor = 50);

create table lease (
  project_id uuid not null,
  id uuid not null,
  solution_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  is_prefetched boolean not null default false,
  purpose lease_purpose not null default 'work',
  claimed_at timestamptz(6) not null default current_timestamp,
  expires_at timestamptz(6) not null,
  primary key (project_id, id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  constraint lease_has_length check (expires_at > claimed_at)
);
create unique index lease_project_id_solution_id_user_id_key on lease (project_id, solution_id, user_id);
create unique index lease_project_id_user_id_is_prefetched_key on lease (project_id, user_id, is_prefetched);
create index lease_project_id_expires_at_idx on lease (project_id, expires_at);

create table skip (
  project_id uuid not null,
  solution_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  reason text not null,
  round int not null default 0,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, solution_id, user_id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade
);

create table queue_exclusion (
  project_id uuid not null,
  solution_id uuid not null,
  kind exclusion_kind not null default 'excluded',
  reason text not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, solution_id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade
);

create table queue_rework (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  solution_id uuid not null,
  kind rework_kind not null,
  note text not null,
  is_counted boolean not null default true,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, user_id, solution_id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade
);

create table queue_settings (
  project_id uuid primary key,
  requires_screening boolean not null default false,
  gold_share float8 not null default 0,
  -- Same limit as in project.
  constraint queue_gate_share check (gold_share >= 0 and gold_share <= 0.5)
);

create table queue_admission (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  status admission_status not null,
  items smallint,
  changed_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, user_id)
);

-- ── Annotations ───────────────────────────────────────────────────────────────────────────────────────────────────────

create table annotation (
  project_id uuid not null,
  id uuid not null,
  solution_id uuid not null,
  user_id uuid references app_user on delete set null on update cascade,
  import_id uuid,
  labeler text not null,
  identity bytea,
  state annotation_state not null,
  origin annotation_origin not null default 'own',
  changed_xid xid8 not null default pg_current_xact_id(),
  flow flow not null,
  step_count smallint not null,
  ratings smallint[],
  flagged boolean[],
  chosen smallint[],
  offered smallint[],
  finish_reason finish_reason,
  finish_note text,
  explanation text,
  explanation_option smallint,
  progress progress,
  tags text[] default '{}',
  superseded_ratings smallint[] default '{}',
  superseded_details jsonb not null default '{}',
  step_times_ms int[] default '{}',
  revision smallint not null default 1,
  irregular text,
  generation int,
  is_quality_control boolean not null default false,
  is_screening boolean not null default false,
  recorded_at text,
  started_at timestamptz(6) not null default current_timestamp,
  submitted_at timestamptz(6),
  total_time_ms bigint not null default 0,
  counted_time_ms bigint not null default 0,
  guideline_version int,
  answer_shown boolean,
  hidden_reference_share float8,
  sequence int not null default 0,
  writer uuid,
  primary key (project_id, id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  -- Imported annotations that break the rules are kept as they are and say why in `irregular`.
  constraint annotation_prefix check (
    irregular is not null or annotation_is_prefix(finish_reason, step_count, flow, ratings)
  ),
  constraint annotation_ratings_range check (array_remove(ratings, null) <@ array[-1, 0, 1]::smallint[]),
  -- The editor can only produce regular annotations.
  constraint annotation_irregular_is_imported check (irregular is null or import_id is not null),
  -- One element per step reached.
  constraint annotation_arrays_align check (
    cardinality(flagged) = cardinality(ratings) and cardinality(chosen) = cardinality(ratings)
    and cardinality(offered) = cardinality(ratings)
  ),
  -- Many imported annotations carry no submission time.
  constraint annotation_finished check (
    (state = 'draft') = (finish_reason is null)
    and (finish_reason is null or submitted_at is not null or import_id is not null)
  ),
  -- Someone has to read why an annotator gave up.
  constraint annotation_finish_note check (
    finish_reason not in ('give_up', 'bad_problem') or import_id is not null
    or length(trim(finish_note)) > 0
  ),
  -- Annotated here or imported, never both.
  constraint annotation_has_author check ((user_id is null) <> (import_id is null)),
  -- Details of the first error need a first error. Imported data may contradict itself.
  constraint annotation_error_details check (
    import_id is not null or (explanation is null and progress is null and cardinality(tags) = 0)
    or ratings[cardinality(ratings)] is not distinct from -1
  ),
  -- The text of a chosen explanation is stored with it, because candidates change when steps are repaired.
  constraint annotation_explanation_text check (explanation_option is null or explanation is not null),
  -- Superseded ratings belong to steps after the rated ones.
  constraint annotation_superseded_range check (
    superseded_ratings is not null and array_remove(superseded_ratings, null) <@ array[-1, 0, 1]::smallint[]
    and (
      flow <> 'solution' or cardinality(superseded_ratings) = 0
      or cardinality(ratings) + cardinality(superseded_ratings) <= step_count
    )
  ),
  constraint annotation_lists_not_null check (tags is not null and step_times_ms is not null),
  constraint annotation_times_range check (0 <= all (step_times_ms)),
  constraint annotation_origin_import check (origin = 'own' or import_id is not null),
  -- 0 is stored as null, because nothing was sampled then.
  constraint annotation_hidden_reference_share check (hidden_reference_share > 0 and hidden_reference_share < 1)
);
create unique index annotation_project_id_identity_key on annotation (project_id, identity);
create unique index annotation_project_id_solution_id_user_id_key on annotation (project_id, solution_id, user_id);
-- Newest submissions of people, without the imported ones.
create index annotation_by_people on annotation (project_id, submitted_at, id)
  where user_id is not null and state = 'submitted';
-- Answers to gold, read for every annotator every few seconds.
create index annotation_gold on annotation (project_id, user_id, submitted_at)
  where is_quality_control and state = 'submitted';
create index annotation_project_id_import_id_idx on annotation (project_id, import_id);
create index annotation_project_id_user_id_submitted_at_idx on annotation (project_id, user_id, submitted_at);

create table option_rating (
  project_id uuid not null,
  annotation_id uuid not null,
  step smallint not null,
  position smallint not null,
  solution_id uuid not null,
  option smallint not null,
  rating smallint,
  flagged boolean,
  primary key (project_id, annotation_id, step, position),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade,
  foreign key (project_id, solution_id, step, option) references step_option on delete restrict on update cascade,
  constraint option_rating_range check (rating between -1 and 1),
  constraint option_rating_location check (step >= 0 and position >= 0)
);

-- Created after that of annotation: deletes cascade in this order, and ratings have to go before their options.
alter table step_option add foreign key (project_id, solution_id) references solution on delete cascade on update cascade;

create table human_option (
  project_id uuid not null,
  annotation_id uuid not null,
  step smallint not null,
  text text not null,
  flagged boolean not null,
  corrected_rating smallint,
  primary key (project_id, annotation_id, step),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade
);

create table step_note (
  project_id uuid not null,
  annotation_id uuid not null,
  step smallint not null,
  option smallint not null default 0,
  kind step_note_kind not null,
  text text not null,
  dismissed_at timestamptz(6),
  primary key (project_id, annotation_id, step, option, kind),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade,
  constraint step_note_text check (kind = 'flag' or length(trim(text)) > 0)
);
-- Open questions are few among many notes.
create index step_note_open_questions on step_note (project_id, annotation_id)
  where kind in ('flag', 'comment') and dismissed_at is null;
-- Open reports of bad splits are few among many notes.
create index step_note_open_reports on step_note (project_id, annotation_id)
  where kind = 'bad_split' and dismissed_at is null;

create table annotation_event (
  project_id uuid not null,
  annotation_id uuid not null,
  sequence int not null,
  received_at timestamptz(6) not null default current_timestamp,
  active_ms int not null,
  kind text not null,
  step smallint,
  option smallint,
  rating smallint,
  detail text,
  input_method input_method not null,
  guideline_version int not null,
  answer_shown boolean not null,
  hint_shown boolean not null,
  primary key (project_id, annotation_id, sequence),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade
);

create table annotation_archive (
  project_id uuid not null,
  annotation_id uuid not null,
  number smallint not null,
  reason archive_reason not null,
  archived_at timestamptz(6) not null default current_timestamp,
  record jsonb not null,
  primary key (project_id, annotation_id, number),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade
);
create index annotation_archive_project_id_archived_at_idx on annotation_archive (project_id, archived_at);

create table gold_feedback (
  project_id uuid not null,
  annotation_id uuid not null,
  shown_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, annotation_id),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade
);

create table work_day (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  day date not null,
  active_ms bigint not null,
  primary key (project_id, user_id, day)
);

-- ── Gold, screening and pauses ────────────────────────────────────────────────────────────────────────────────────────

create table gold_item (
  project_id uuid not null,
  solution_id uuid not null,
  first_errors smallint[],
  explanation text,
  origin gold_origin not null default 'imported',
  import_id uuid,
  user_id uuid,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, solution_id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  -- Steps from 0; empty means no error.
  constraint gold_item_first_errors check (
    first_errors is not null and array_position(first_errors, null) is null
    and 0 <= all (first_errors)
  ),
  -- Sorted and unique, so that equal answers are equal arrays.
  constraint gold_item_steps check (
    first_errors is not null and array_position(first_errors, null) is null
    and 0 <= all (first_errors) and is_rising(first_errors)
  )
);

create table queue_gold (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  position int not null,
  solution_id uuid not null,
  purpose lease_purpose not null,
  served_at timestamptz(6),
  primary key (project_id, user_id, position),
  foreign key (project_id, solution_id) references gold_item on delete cascade on update cascade,
  -- Ordinary work is never planned per annotator.
  constraint queue_gold_purpose check (purpose <> 'work')
);
create unique index queue_gold_project_id_user_id_solution_id_key on queue_gold (project_id, user_id, solution_id);
create index queue_gold_project_id_solution_id_idx on queue_gold (project_id, solution_id);
create index queue_gold_project_id_user_id_purpose_served_at_idx on queue_gold (project_id, user_id, purpose, served_at);

create table gold_plan (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  is_short boolean not null,
  planned_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, user_id)
);
-- Only plans that may still grow are looked at.
create index gold_plan_extensible on gold_plan (project_id, user_id) where not is_short;

-- One row per change instead of a counter, so that a long import makes no one wait.
create table gold_change (
  id bigserial primary key,
  project_id uuid not null
);
create index gold_change_project_id_idx on gold_change (project_id);

create table screening_attempt (
  project_id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  number smallint not null,
  state screening_state not null default 'running',
  solution_ids uuid[],
  pass_share float8 not null,
  exact smallint,
  active_ms bigint,
  started_at timestamptz(6) not null default current_timestamp,
  ended_at timestamptz(6),
  primary key (project_id, user_id, number),
  -- The result is stored when the attempt ends.
  constraint screening_attempt_counts check (
    pass_share > 0 and pass_share <= 1 and cardinality(solution_ids) between 1 and 200
    and exact between 0 and cardinality(solution_ids) and (state = 'running') = (ended_at is null)
    and (state = 'running') = (exact is null)
  )
);
-- One attempt at a time.
create unique index screening_attempt_running on screening_attempt (project_id, user_id) where state = 'running';

create table screening_decision (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  kind admission_kind not null,
  note text not null,
  by_user_id uuid not null,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, id)
);
create index screening_decision_project_id_user_id_idx on screening_decision (project_id, user_id);

create table pause (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null references app_user on delete cascade on update cascade,
  by_user_id uuid,
  message text not null,
  answers smallint,
  exact smallint,
  threshold float8,
  probability float8,
  started_at timestamptz(6) not null default current_timestamp,
  ended_at timestamptz(6),
  ended_by_id uuid,
  decision_note text,
  returned int,
  returned_since timestamptz(6),
  primary key (project_id, id),
  -- A pause ends with a decision and its author.
  constraint pause_counts check (
    exact between 0 and answers and probability between 0 and 1 and threshold between 0 and 1
    and (returned is null) = (returned_since is null) and (ended_at is null) = (decision_note is null)
    and (ended_at is null) = (ended_by_id is null)
  )
);
-- An annotator is paused at most once at a time.
create unique index pause_current on pause (project_id, user_id) where ended_at is null;
create index pause_project_id_user_id_started_at_idx on pause (project_id, user_id, started_at);

-- ── Review ────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table annotation_review (
  project_id uuid not null,
  annotation_id uuid not null,
  number smallint not null,
  action review_action not null,
  note text not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  submitted_at timestamptz(6) not null,
  primary key (project_id, annotation_id, number),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade,
  constraint annotation_review_counts check (number >= 1),
  -- An annotator who gets work back is told why.
  constraint annotation_review_return_note check (action <> 'returned' or length(trim(note)) > 0)
);
create index annotation_review_project_id_action_idx on annotation_review (project_id, action);

create table review_sample (
  project_id uuid not null,
  annotation_id uuid not null,
  chance float8 not null,
  drawn_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, annotation_id),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade,
  constraint review_sample_chance check (chance > 0 and chance <= 1)
);
create index review_sample_project_id_drawn_at_annotation_id_idx on review_sample (project_id, drawn_at, annotation_id);

create table review_sample_cursor (
  project_id uuid primary key,
  submitted_at timestamptz(6) not null,
  annotation_id uuid not null
);

-- Derived from annotations and adjudications by triggers, so that the list of disagreements is one index scan.
create table disagreement (
  project_id uuid not null,
  solution_id uuid not null,
  first_step smallint not null,
  step_count smallint not null,
  kind disagreement_kind not null,
  annotator_count smallint not null,
  sure_count smallint not null,
  error_count smallint not null,
  earliest_error smallint,
  latest_error smallint,
  score float8,
  priority smallint not null,
  priority_spread smallint not null,
  priority_score smallint not null,
  priority_certainty smallint not null,
  priority_early_step smallint not null,
  primary key (project_id, solution_id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade
);
create index disagreement_project_id_kind_priority_solution_id_idx on disagreement (project_id, kind, priority, solution_id);
create index disagreement_project_id_score_idx on disagreement (project_id, score);
create index disagreement_project_id_priority_solution_id_idx on disagreement (project_id, priority, solution_id);

create table adjudication (
  project_id uuid not null,
  id uuid not null,
  solution_id uuid not null,
  revision smallint not null,
  step_count smallint not null,
  ratings smallint[],
  finish_reason finish_reason not null,
  note text not null,
  adopted_annotation_id uuid,
  made_gold boolean not null default false,
  closed_slots smallint not null default 0,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  withdrawn_at timestamptz(6),
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (project_id, id),
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  -- Final labels follow the rules of a finished annotation, with every rating given.
  constraint adjudication_is_final check (
    finish_reason in ('solution', 'found_error') and array_position(ratings, null) is null
    and ratings <@ array[-1, 0, 1]::smallint[]
    and annotation_is_prefix(finish_reason, step_count, 'solution', ratings)
  ),
  constraint adjudication_ratings_not_empty check (ratings is not null and cardinality(ratings) > 0),
  -- Only an adjudication that created gold closes slots.
  constraint adjudication_gold_slots check (closed_slots >= 0 and (made_gold or closed_slots = 0))
);
-- One adjudication is in effect per solution.
create unique index adjudication_current on adjudication (project_id, solution_id) where withdrawn_at is null;
create index adjudication_project_id_created_at_id_idx on adjudication (project_id, created_at, id);

create table agreement_run (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  state job_state not null default 'running',
  filters jsonb not null,
  result jsonb,
  read_rows int not null default 0,
  total_rows int,
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  primary key (project_id, id)
);
create index agreement_run_project_id_created_at_idx on agreement_run (project_id, created_at);

-- ── Questions and decisions ───────────────────────────────────────────────────────────────────────────────────────────

create table decision (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  number int not null,
  heading text not null,
  text text not null,
  example_solution_id uuid,
  example_revision smallint,
  example_step smallint,
  example_option smallint,
  example_problem text,
  example_text text,
  example_rating smallint,
  example_reason text,
  state decision_state not null default 'draft',
  guideline_version int,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  published_at timestamptz(6),
  primary key (project_id, id),
  foreign key (project_id, guideline_version) references guideline_version on delete cascade on update cascade,
  constraint decision_number check (number >= 1),
  constraint decision_text check (length(trim(heading)) > 0 and length(trim(text)) > 0),
  -- Published means: part of a guideline version since a known time.
  constraint decision_published check (
    (state = 'published') = (guideline_version is not null)
    and (state = 'published') = (published_at is not null)
  ),
  -- A worked example is complete or absent.
  constraint decision_example_complete check (
    num_nulls(
      example_solution_id, example_revision, example_step, example_option,
      example_problem, example_text, example_rating, example_reason
    ) in (0, 8)
  ),
  constraint decision_example_range check (
    example_rating between -1 and 1 and example_step >= 0 and example_option >= 0
  )
);
create unique index decision_project_id_number_key on decision (project_id, number);

create table question (
  project_id uuid not null,
  id uuid not null,
  annotation_id uuid,
  solution_id uuid not null,
  revision smallint not null,
  step smallint not null,
  option smallint not null default 0,
  kind question_kind not null,
  text text not null,
  asked_by uuid not null references app_user on delete restrict on update cascade,
  asked_at timestamptz(6) not null default current_timestamp,
  state question_state not null,
  note text not null default '',
  decision_id uuid,
  user_id uuid references app_user on delete restrict on update cascade,
  resolved_at timestamptz(6),
  primary key (project_id, id),
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade,
  foreign key (project_id, solution_id) references solution on delete cascade on update cascade,
  foreign key (project_id, decision_id) references decision on delete cascade on update cascade,
  constraint question_text check (kind = 'flag' or length(trim(text)) > 0),
  constraint question_location check (step >= 0 and option >= 0 and revision >= 1),
  -- An annotator's open questions are their notes, so that no question outlives its note.
  constraint question_of_note check ((kind = 'reviewer') = (annotation_id is null)),
  constraint question_open check (
    (state <> 'open' or kind = 'reviewer') and (state = 'open') = (user_id is null)
    and (state = 'open') = (resolved_at is null)
  ),
  constraint question_decided check ((state = 'answered') = (decision_id is not null))
);
-- Open questions are few among many settled ones.
create index question_open_idx on question (project_id) where state = 'open';
create index question_project_id_annotation_id_idx on question (project_id, annotation_id);
create index question_project_id_decision_id_idx on question (project_id, decision_id);
create index question_project_id_solution_id_idx on question (project_id, solution_id);
create index question_dismissed on question (project_id, resolved_at desc) where state = 'dismissed';

create table decision_rework (
  project_id uuid not null,
  decision_id uuid not null,
  annotation_id uuid not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  returned_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, decision_id, annotation_id),
  foreign key (project_id, decision_id) references decision on delete cascade on update cascade,
  foreign key (project_id, annotation_id) references annotation on delete cascade on update cascade
);

-- ── Releases ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create table release (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  number int not null,
  name text not null,
  state release_state not null default 'running',
  options jsonb not null,
  snapshot_at timestamptz(6),
  cursor text,
  manifest jsonb,
  read_rows int not null default 0,
  total_rows int,
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  primary key (project_id, id),
  -- A finished release can be verified and made again.
  constraint release_done_is_described check (
    state <> 'done'
    or (manifest is not null and cursor is not null and snapshot_at is not null and finished_at is not null)
  ),
  constraint release_number_counts check (number >= 1)
);
create unique index release_project_id_number_key on release (project_id, number);

create table release_file (
  project_id uuid not null,
  release_id uuid not null,
  name text not null,
  file_id uuid not null,
  bytes bigint not null,
  sha256 bytea not null,
  rows int,
  primary key (project_id, release_id, name),
  foreign key (project_id, release_id) references release on delete cascade on update cascade,
  foreign key (project_id, file_id) references stored_file on update cascade,
  -- Names become paths in a download.
  constraint release_file_name check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$')
);
create index release_file_project_id_file_id_idx on release_file (project_id, file_id);
-- Created after that of release: deletes cascade in this order, and release files have to go before their content.
alter table stored_file add foreign key (project_id) references project on delete cascade on update cascade;

create table held_out_list (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  name text not null,
  problems int not null,
  sha256 bytea not null,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  primary key (project_id, id)
);
create unique index held_out_list_project_id_name_key on held_out_list (project_id, name);

create table held_out_problem (
  project_id uuid not null,
  list_id uuid not null,
  statement_hash bytea not null,
  primary key (project_id, list_id, statement_hash),
  foreign key (project_id, list_id) references held_out_list on delete cascade on update cascade
);

-- ── Evaluation ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table evaluation (
  project_id uuid not null references project on delete cascade on update cascade,
  id uuid not null,
  state job_state not null default 'running',
  options jsonb not null,
  result jsonb,
  read_rows int not null default 0,
  total_rows int,
  attempt int not null default 0,
  cancel_requested_at timestamptz(6),
  message text,
  user_id uuid not null references app_user on delete restrict on update cascade,
  created_at timestamptz(6) not null default current_timestamp,
  finished_at timestamptz(6),
  primary key (project_id, id)
);

-- ── Views ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What an annotator is not served as work, and in which round (null: in any). Use it for one item at a time with `offset 0`:
-- as a join it would read everything that the annotator has ever done.
create view queue_block as
  select project_id, solution_id, user_id, null::int as round from annotation where state <> 'draft'
  union all
  select project_id, solution_id, user_id, round from skip
  union all
  select project_id, solution_id, user_id, null::int from lease
  union all
  select project_id, solution_id, user_id, null::int from queue_rework;

-- Annotations that can be compared: submitted, complete, regular, of the current steps, and neither gold nor screening.
create view comparable_annotation as
  select l.project_id, l.solution_id, l.id, l.ratings, l.flagged, l.step_count,
    case when l.finish_reason = 'found_error' then cardinality(l.ratings) - 1 end as error
  from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
  where l.state = 'submitted' and l.flow = 'solution' and l.irregular is null and l.revision = s.revision
    and l.finish_reason in ('solution', 'found_error') and not l.is_quality_control and not l.is_screening;

-- ── Functions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A JSON array as smallint[] for bulk inserts; null stays null.
create or replace function jsonb_smallints(list jsonb) returns smallint[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value::smallint order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;

-- A JSON array as boolean[] for bulk inserts; null stays null.
create or replace function jsonb_booleans(list jsonb) returns boolean[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value::boolean order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;

-- A JSON array as int[] for bulk inserts; null stays null.
create or replace function jsonb_ints(list jsonb) returns int[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value::int order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;

-- A JSON array as text[] for bulk inserts; null stays null.
create or replace function jsonb_texts(list jsonb) returns text[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(e.value order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;

-- Keeps history as it is. Deleting a project still deletes its rows.
create or replace function refuse_history_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Keeps a finished release as it is.
create or replace function refuse_release_change() returns trigger
language plpgsql
as $$
begin
  if old.state = 'done' then
    raise exception 'a release is never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Allows one change of an adjudication: withdrawing it.
create or replace function refuse_adjudication_change() returns trigger
language plpgsql
as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null
    or to_jsonb(new) - 'withdrawn_at' is distinct from to_jsonb(old) - 'withdrawn_at' then
    raise exception 'an adjudication is withdrawn, never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Records the transaction of each change, also of updates that do not name the column, for the cursors of releases.
create or replace function record_transaction() returns trigger
language plpgsql
as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;

-- Keeps audit entries as they are.
create or replace function refuse_audit_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'insufficient_privilege';
end
$$;

-- Keeps the end of each audit chain.
create or replace function refuse_audit_chain_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'audit chains are never removed' using errcode = 'insufficient_privilege';
end
$$;

-- The hash of an audit entry: over the hash before it and every column.
create or replace function audit_hash(
  previous bytea,
  chain text,
  sequence bigint,
  at timestamptz,
  project_id uuid,
  actor text,
  action text,
  target text,
  detail text,
  request_id text
) returns bytea
language sql immutable parallel safe
as $$
  select sha256(previous || convert_to(json_build_array(
    chain, sequence, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    project_id, actor, action, target, detail, request_id
  )::text, 'UTF8'))
$$;

-- Appends an entry to its hash chain in the transaction of the write, with the rights of the log's owner, because the
-- servers' role may not write to the log.
create or replace function append_audit_entry(
  p_chain text,
  p_project_id uuid,
  p_actor text,
  p_action text,
  p_target text,
  p_detail text,
  p_request_id text
) returns void
language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  last_entry audit_chain;
  next_hash bytea;
  now_at timestamptz;
begin
  insert into audit_chain (chain, sequence, hash) values (p_chain, 0, '') on conflict do nothing;
  select * into last_entry from audit_chain where chain = p_chain for update;
  now_at := clock_timestamp();
  next_hash := audit_hash(
    last_entry.hash, p_chain, last_entry.sequence + 1, now_at, p_project_id, p_actor, p_action, p_target, p_detail, p_request_id
  );
  insert into audit_entry (chain, sequence, at, project_id, actor, action, target, detail, request_id, hash)
    values (p_chain, last_entry.sequence + 1, now_at, p_project_id, p_actor, p_action, p_target, p_detail, p_request_id,
      next_hash);
  update audit_chain set sequence = last_entry.sequence + 1, hash = next_hash where chain = p_chain;
end
$$;

-- Turns off the webhooks of an account that may no longer run their project.
create or replace function disable_webhooks(p_user uuid) returns void
language sql
as $$
  update webhook w set disabled_at = clock_timestamp(), disabled_reason = 'Its creator is no longer an admin of this project.'
  where w.user_id = p_user and w.disabled_at is null and not exists (
    select from app_user u where u.id = p_user and u.disabled_at is null and (u.is_instance_admin or exists (
      select from member m where m.project_id = w.project_id and m.user_id = u.id and m.role = 'admin')))
$$;

-- Turns off webhooks when their author's account is disabled or stops being an instance admin.
create or replace function disable_webhooks_of_account() returns trigger
language plpgsql
as $$
begin
  perform disable_webhooks(new.id);
  return null;
end
$$;

-- Turns off webhooks when their author stops being a project admin.
create or replace function disable_webhooks_of_member() returns trigger
language plpgsql
as $$
begin
  perform disable_webhooks(old.user_id);
  return null;
end
$$;

-- Ends expired leases, so that their slots can be claimed again; each item is written once, because one statement can
-- update a row only once.
create or replace function end_expired_leases(p_project uuid) returns void
language sql
as $$
  with expired as (
    delete from lease where project_id = p_project and expires_at <= now() returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from expired where purpose = 'work' group by solution_id order by solution_id
  ), made_available as (
    update queue_item q set available_xid = pg_current_xact_id()
    from expired e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.leased + q.done < q.slots and not exists (select from counted c where c.solution_id = e.solution_id)
  )
  update queue_item q set leased = q.leased - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id
$$;

-- Ends all leases of an annotator in a project, under the lock that claims take, so that none is handed out meanwhile.
create or replace function release_leases(p_project uuid, p_user uuid) returns void
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project::text || '/' || p_user::text, 0));
  with ended as (
    delete from lease where project_id = p_project and user_id = p_user returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from ended where purpose = 'work' group by solution_id order by solution_id
  ), made_available as (
    update queue_item q set available_xid = pg_current_xact_id()
    from ended e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.leased + q.done < q.slots
  )
  update queue_item q set leased = q.leased - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id;
end
$$;

-- Ends the leases of a member who leaves.
create or replace function release_leases_of_member() returns trigger
language plpgsql
as $$
begin
  perform release_leases(old.project_id, old.user_id);
  return null;
end
$$;

-- Ends the leases of an account when it is disabled.
create or replace function release_leases_of_account() returns trigger
language plpgsql
as $$
declare
  project uuid;
begin
  for project in select distinct project_id from lease where user_id = new.id order by project_id loop
    perform release_leases(project, new.id);
  end loop;
  return null;
end
$$;

-- What can be rated in a solution: its steps, options and explanations.
create or replace function read_work(p_project uuid, p_solution uuid)
returns table (flow text, revision int, step_count int, options jsonb, explanations jsonb)
language sql stable
as $$
  select s.flow::text, s.revision::int, cardinality(s.steps),
    coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option,
        'text', case when s.flow = 'step_choice' then o.text end) order by o.step, o.option)
      from step_option o where o.project_id = s.project_id and o.solution_id = s.id
        and (s.flow = 'step_choice' or o.option > 0)), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('step', x.step, 'text', x.text) order by x.step, x.position)
      from step_explanation x where x.project_id = s.project_id and x.solution_id = s.id), '[]')
  from solution s where s.project_id = p_project and s.id = p_solution
$$;

-- Extends a live lease, locks it until the transaction ends, and returns what can be rated; no row if the lease is over.
-- A save that ends the lease first waits for the annotator's other tabs, because it also touches their prefetched lease.
create or replace function renew_lease(p_project uuid, p_user uuid, p_lease uuid, p_minutes int, p_ends boolean)
returns table (
  solution_id uuid,
  seconds_left float8,
  flow text,
  revision int,
  step_count int,
  options jsonb,
  explanations jsonb
)
language plpgsql
as $$
declare
  renewed lease;
begin
  if p_ends then
    perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  end if;
  update lease e set expires_at = now() + make_interval(mins => p_minutes)
    where e.project_id = p_project and e.id = p_lease and e.user_id = p_user and e.expires_at > now()
    returning e.* into renewed;
  if not found then return; end if;
  return query
    select renewed.solution_id, extract(epoch from renewed.expires_at - now())::float8, o.*
    from read_work(p_project, renewed.solution_id) o;
end
$$;

-- Records the transaction that made an item available, which cursors compare with their snapshot.
create or replace function record_availability() returns trigger
language plpgsql
as $$
begin
  new.available_xid := pg_current_xact_id();
  return new;
end
$$;

-- Makes a restored item available to everyone at its old position.
create or replace function make_restored_item_available() returns trigger
language plpgsql
as $$
begin
  update queue_item set available_xid = pg_current_xact_id(), restored_at = now()
    where project_id = old.project_id and solution_id = old.solution_id;
  return null;
end
$$;

-- Closes every slot that becomes free on an item that is no longer ordinary work.
create or replace function close_free_slots() returns trigger
language plpgsql
as $$
begin
  new.closed_slots := new.closed_slots + new.slots - new.leased - new.done;
  new.slots := new.leased + new.done;
  return new;
end
$$;

-- Offset of screening items in queue_gold: they come before gold, and a screening has at most 200.
create or replace function screening_position() returns int
language sql immutable parallel safe
as $$
 select -1000 
$$;

-- Why an annotator is served no work, or 'screening' if they are served that instead; null if nothing blocks them.
create or replace function find_block_reason(p_project uuid, p_user uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select case
      when m.paused_at is not null then 'paused'
      when m.role = 'annotator' and g.requires_screening then nullif(coalesce(s.status::text, 'required'), 'admitted')
    end
    from member m
      left join queue_settings g on g.project_id = m.project_id
      left join queue_admission s on s.project_id = m.project_id and s.user_id = m.user_id
    where m.project_id = p_project and m.user_id = p_user
  );
end
$$;

-- Moves an annotator's cursor to the best item, or to the end. Its snapshot moves only if nothing before it became available.
-- It is written even if it stays, because otherwise the next claim after gold would be faster and give gold away.
create or replace function store_queue_cursor(
  p_project uuid,
  p_user uuid,
  old_cursor queue_cursor,
  best queue_item,
  p_snapshot pg_snapshot,
  moves_snapshot boolean,
  is_stale boolean
) returns void
language plpgsql
as $$
declare
  new_cursor queue_cursor;
begin
  new_cursor.project_id := p_project;
  new_cursor.user_id := p_user;
  new_cursor.tier := coalesce(best.tier, 32767);
  new_cursor.pass := coalesce(best.pass, 2147483647);
  new_cursor.minus_priority := coalesce(-best.priority, 'infinity');
  new_cursor.solution_id := coalesce(best.solution_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  if best.solution_id is null and is_stale is not true and old_cursor.solution_id = new_cursor.solution_id then
    return;
  end if;
  new_cursor.server_started_at := pg_postmaster_start_time();
  if moves_snapshot or old_cursor.snapshot is null then
    new_cursor.snapshot := p_snapshot;
    new_cursor.written_xid := pg_current_xact_id();
  else
    new_cursor.snapshot := old_cursor.snapshot;
    new_cursor.written_xid := old_cursor.written_xid;
  end if;
  insert into queue_cursor select new_cursor.*
  on conflict (project_id, user_id) do update set tier = excluded.tier, pass = excluded.pass,
    minus_priority = excluded.minus_priority, solution_id = excluded.solution_id, snapshot = excluded.snapshot,
    written_xid = excluded.written_xid, server_started_at = excluded.server_started_at;
end
$$;

-- Locks the best waiting item that this annotator may have, or returns null. docs/decisions/017 says why no item is missed.
-- It reads a few rows by their keys. The settings forbid other plans, which look as good while tables are small.
create or replace function lock_best_item(p_project uuid, p_user uuid) returns uuid
language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set lock_timeout = '900ms'
as $$
declare
  available_max constant int := 200;
  available_few constant int := 20;
  snapshot pg_snapshot;
  old_cursor queue_cursor;
  start_cursor queue_cursor;
  available uuid[];
  earlier_item uuid;
  best queue_item;
  locked uuid;
begin
  -- A round that fills the queue locks all rows. Claims fail at once instead of keeping a connection waiting.
  if not pg_try_advisory_xact_lock_shared(hashtextextended('queue/' || p_project, 0)) then
    raise exception 'the queue is being filled' using errcode = '55P03';
  end if;
  for attempt in 1..20 loop
    snapshot := pg_current_snapshot(); -- before anything is read, so that the reads below see whatever it sees
    available := null;
    earlier_item := null;
    select * into old_cursor from queue_cursor m
      where m.project_id = p_project and m.user_id = p_user and m.server_started_at = pg_postmaster_start_time();
    if found then
      select array_agg(o.solution_id) into available from (
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.leased + q.done < q.slots
            -- Higher transaction ids come from another server, from which the rows were restored.
            and q.available_xid between pg_snapshot_xmax(old_cursor.snapshot)
              and greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()))
          limit available_max + 1)
        union all
        (select q.solution_id from queue_item q
          where q.project_id = p_project and q.leased + q.done < q.slots
            and q.available_xid < pg_snapshot_xmax(old_cursor.snapshot)
            and q.available_xid = any (array(select pg_snapshot_xip(old_cursor.snapshot)) || old_cursor.written_xid)
          limit available_max + 1)
      ) o;
      if cardinality(available) > available_max then
        old_cursor := null; -- so much is new that scanning the whole queue is faster
      end if;
    end if;
    start_cursor := old_cursor;
    if start_cursor.snapshot is null then
      start_cursor.tier := -32768;
      start_cursor.pass := -2147483648;
      start_cursor.minus_priority := '-infinity';
      start_cursor.solution_id := '00000000-0000-0000-0000-000000000000';
    elsif available is not null then
      select q.solution_id into earlier_item from queue_item q
        where q.project_id = p_project and q.solution_id = any (available) and q.leased + q.done < q.slots
          and (q.tier, q.pass, -q.priority, q.solution_id)
            < (start_cursor.tier, start_cursor.pass, start_cursor.minus_priority, start_cursor.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        limit 1;
    end if;

    select * into best from queue_item q
      where q.project_id = p_project and q.leased + q.done < q.slots
        and (q.tier, q.pass, -q.priority, q.solution_id)
          >= (start_cursor.tier, start_cursor.pass, start_cursor.minus_priority, start_cursor.solution_id)
        and not exists (select from queue_block b where b.project_id = q.project_id
          and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
      order by q.tier, q.pass, -q.priority, q.solution_id limit 1;
    perform store_queue_cursor(p_project, p_user, old_cursor, best, snapshot, earlier_item is null,
      earlier_item is null and cardinality(available) > available_few);

    if earlier_item is not null then
      select q.solution_id into locked from queue_item q
        where q.project_id = p_project and q.solution_id = any (available) and q.leased + q.done < q.slots
          and (q.tier, q.pass, -q.priority, q.solution_id)
            < (start_cursor.tier, start_cursor.pass, start_cursor.minus_priority, start_cursor.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        order by q.tier, q.pass, -q.priority, q.solution_id limit 1 for update of q skip locked;
    end if;
    if locked is null and best.solution_id is not null then
      select q.solution_id into locked from queue_item q
        where q.project_id = p_project and q.leased + q.done < q.slots
          and (q.tier, q.pass, -q.priority, q.solution_id)
            >= (best.tier, best.pass, -best.priority, best.solution_id)
          and not exists (select from queue_block b where b.project_id = q.project_id
            and b.solution_id = q.solution_id and b.user_id = p_user and coalesce(b.round = q.round, true)
            offset 0)
          and not exists (select from queue_exclusion x
            where x.project_id = q.project_id and x.solution_id = q.solution_id offset 0)
        order by q.tier, q.pass, -q.priority, q.solution_id limit 1 for update of q skip locked;
    end if;
    if locked is not null then return locked; end if;
    earlier_item := coalesce(earlier_item, best.solution_id);
    if earlier_item is null then return null; end if;

    -- Others have locked every candidate. Wait for one of them, release it (rollback to here) and look again.
    begin
      perform from queue_item where project_id = p_project and solution_id = earlier_item for update;
      raise exception 'retry after a lock' using errcode = 'SM001';
    exception when sqlstate 'SM001' then
      null;
    end;
  end loop;
  raise exception 'too many concurrent claims' using errcode = '55P03';
end
$$;

-- Locks the next planned gold of an annotator and records that it is served. Without `p_is_drawn` it does the same work in
-- vain, so that the time of a claim tells nothing. It never waits: a locked item is being planned, repaired or ended.
create or replace function lock_gold(p_project uuid, p_user uuid, p_purpose lease_purpose, p_is_drawn boolean)
returns uuid
language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
declare
  chosen queue_gold;
  is_served boolean;
begin
  -- Reads the same rows whether or not gold is drawn.
  select g.* into chosen from queue_gold g
    where g.project_id = p_project and g.user_id = p_user and g.purpose = p_purpose
      and g.served_at is distinct from 'infinity'
      and not exists (select from queue_block b where b.project_id = g.project_id and b.solution_id = g.solution_id
        and b.user_id = g.user_id offset 0)
    order by g.purpose = 'gold' and (g.served_at is null) <> p_is_drawn, g.position limit 1;
  if not found then return null; end if;
  is_served := p_is_drawn or chosen.served_at is not null;
  perform from solution s where s.project_id = p_project and s.id = chosen.solution_id for share skip locked;
  if not found then return null; end if;
  perform from queue_gold g
    where g.project_id = p_project and g.user_id = p_user and g.position = chosen.position
      and g.solution_id = chosen.solution_id for update skip locked;
  if not found then return null; end if;
  update queue_gold set served_at = case when is_served then now() else served_at end
    where project_id = p_project and user_id = p_user and position = chosen.position;
  return case when is_served then chosen.solution_id end;
end
$$;

-- Leases the best waiting item, or gold with the chance in queue_settings. Both take the same locks and write the same rows, so
-- that the time of a claim tells nothing.
create or replace function lease_best_item(
  p_project uuid,
  p_user uuid,
  p_lease uuid,
  p_is_prefetched boolean,
  p_minutes int
) returns setof lease
language plpgsql
as $$
declare
  item uuid := lock_best_item(p_project, p_user);
  gold uuid;
begin
  if item is null then return; end if;
  -- The lock that a lease on the item would take, so that serving gold takes no fewer.
  perform from solution s where s.project_id = p_project and s.id = item for key share;
  gold := lock_gold(p_project, p_user, 'gold',
    random() < coalesce((select g.gold_share from queue_settings g where g.project_id = p_project), 0));
  update queue_item set leased = leased + case when gold is null then 1 else 0 end
    where project_id = p_project and solution_id = item;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, purpose, expires_at)
    values (p_project, p_lease, coalesce(gold, item), p_user, p_is_prefetched,
      case when gold is null then 'work' else 'gold' end::lease_purpose, now() + make_interval(mins => p_minutes))
    returning *;
end
$$;

-- Leases the next screening item; no row if all were served.
create or replace function lease_screening_item(
  p_project uuid,
  p_user uuid,
  p_lease uuid,
  p_is_prefetched boolean,
  p_minutes int
) returns setof lease
language plpgsql
as $$
declare
  item uuid := lock_gold(p_project, p_user, 'screening', true);
begin
  if item is null then return; end if;
  return query
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, purpose, expires_at)
    values (p_project, p_lease, item, p_user, p_is_prefetched, 'screening', now() + make_interval(mins => p_minutes))
    returning *;
end
$$;

-- Resumes the annotator's lease, otherwise leases a screening item, the best waiting item or gold; no row if they are blocked,
-- have rework, or nothing is left.
create or replace function claim_next(p_project uuid, p_user uuid, p_lease uuid, p_prefetches boolean, p_minutes int)
returns table (
  why text,
  id uuid,
  solution_id uuid,
  is_prefetched boolean,
  expires_at timestamptz,
  seconds_left float8,
  note text
)
language plpgsql
as $$
declare
  block_reason text;
  has_current boolean;
begin
  -- One claim at a time per annotator, over all tabs and processes.
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project || '/' || p_user, 0));
  perform end_expired_leases(p_project);
  block_reason := find_block_reason(p_project, p_user);
  if block_reason = 'paused' then return; end if;
  has_current := exists (select from lease e
    where e.project_id = p_project and e.user_id = p_user and not e.is_prefetched and e.expires_at > now());
  return query
    select 'resumed', e.id, e.solution_id, e.is_prefetched, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      (select nullif(d.note, '') from queue_rework d
        where d.project_id = e.project_id and d.user_id = e.user_id and d.solution_id = e.solution_id)
    from lease e
    where e.project_id = p_project and e.user_id = p_user and e.expires_at > now()
      and e.is_prefetched = (p_prefetches and has_current);
  if found then return; end if;
  if block_reason = 'screening' then
    return query
      select 'screening', e.id, e.solution_id, e.is_prefetched, e.expires_at,
        extract(epoch from e.expires_at - now())::float8, null::text
      from lease_screening_item(p_project, p_user, p_lease, p_prefetches and has_current, p_minutes) e;
    return;
  end if;
  if block_reason is not null or exists (
    select from queue_rework d where d.project_id = p_project and d.user_id = p_user
      and not exists (select from lease e where e.project_id = d.project_id and e.solution_id = d.solution_id
        and e.user_id = d.user_id)
  ) then
    return;
  end if;
  return query
    select 'work', e.id, e.solution_id, e.is_prefetched, e.expires_at, extract(epoch from e.expires_at - now())::float8,
      null::text
    from lease_best_item(p_project, p_user, p_lease, p_prefetches and has_current, p_minutes) e;
end
$$;

-- Keeps the longest active time ever saved, so that a late save by an older page adds nothing twice.
create or replace function keep_longest_time() returns trigger
language plpgsql
as $$
begin
  new.counted_time_ms := greatest(new.total_time_ms, case when tg_op = 'UPDATE' then old.counted_time_ms else 0 end);
  return new;
end
$$;

-- Adds the newly active time to the annotator's day.
create or replace function add_to_work_day() returns trigger
language plpgsql
as $$
declare
  more bigint := new.counted_time_ms;
begin
  if tg_op = 'UPDATE' then more := more - old.counted_time_ms; end if;
  insert into work_day as d (project_id, user_id, day, active_ms)
  values (new.project_id, new.user_id, (now() at time zone 'UTC')::date, more)
  on conflict (project_id, user_id, day) do update set active_ms = d.active_ms + excluded.active_ms;
  return null;
end
$$;

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

-- Copies the current pause to the member row, which claims read.
create or replace function copy_pause_to_member() returns trigger
language plpgsql
as $$
declare
  current_pause pause;
begin
  select * into current_pause from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  update member m set paused_at = current_pause.started_at, pause_message = current_pause.message
    where m.project_id = new.project_id and m.user_id = new.user_id;
  return null;
end
$$;

-- Pauses a returning member again while their pause is in effect.
create or replace function restore_pause() returns trigger
language plpgsql
as $$
begin
  select p.started_at, p.message into new.paused_at, new.pause_message from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  return new;
end
$$;

-- Requests new gold plans when gold is added or removed.
create or replace function request_gold_plans() returns trigger
language plpgsql
as $$
begin
  insert into gold_change (project_id) select distinct project_id from changed;
  return null;
end
$$;

-- Requests new gold plans when members, rounds or gold settings change.
create or replace function request_gold_plans_of_row() returns trigger
language plpgsql
as $$
begin
  insert into gold_change (project_id)
    select distinct project_id from (values (to_jsonb(new)), (to_jsonb(old))) as v(content),
      lateral (select coalesce(v.content->>'project_id', v.content->>'id')::uuid as project_id) p
    where project_id is not null;
  return null;
end
$$;

-- Which of these solutions have annotations that disagree and no adjudication, with the priority of adjudicating each
-- (lib/adjudication/adjudication-priority.ts has the same formula).
create or replace function find_disagreements(p_project uuid, p_solutions uuid[]) returns setof disagreement
language sql stable
as $$
  select p_project, d.solution_id, d.first_step::smallint, d.step_count::smallint, d.kind, d.annotator_count::smallint,
    d.sure_count::smallint, d.error_count::smallint, d.earliest_error::smallint, d.latest_error::smallint, d.score,
    (d.spread + d.score_points + d.certainty + d.early_step)::smallint, d.spread::smallint, d.score_points::smallint,
    d.certainty::smallint, d.early_step::smallint
  from (
    select a.id as solution_id, f.first_step, m.step_count, m.annotator_count, m.error_count, m.earliest_error,
      m.latest_error, f.sure_count,
      coalesce(q.score, s.score) as score,
      case when f.has_negative then 'negative' else 'neutral' end::disagreement_kind as kind,
      case when m.error_count between 1 and m.annotator_count - 1 then 40
        when m.error_count = m.annotator_count then 10 * least(3, m.latest_error - m.earliest_error) else 0 end as spread,
      coalesce(floor(25 * least(1::float8, greatest(0::float8, coalesce(q.score, s.score))) + 0.5), 0)::int as score_points,
      20 * f.sure_count / m.annotator_count as certainty,
      15 * (m.step_count - f.first_step) / m.step_count as early_step
    from unnest(p_solutions) as a(id)
      cross join lateral (
        select count(*)::int as annotator_count, count(distinct l.ratings) as variants, count(l.error)::int as error_count,
          min(l.error) as earliest_error, max(l.error) as latest_error, max(l.step_count)::int as step_count
        from comparable_annotation l where l.project_id = p_project and l.solution_id = a.id
      ) m
      cross join lateral (
        select (r.at - 1)::int as first_step, bool_or(r.rating = -1) as has_negative,
          count(*) filter (where l.flagged[r.at] is not true)::int as sure_count
        from comparable_annotation l, unnest(l.ratings) with ordinality as r(rating, at)
        where m.variants > 1 and l.project_id = p_project and l.solution_id = a.id
        group by r.at having min(r.rating) <> max(r.rating) order by r.at limit 1
      ) f
      cross join lateral (select score from solution where project_id = p_project and id = a.id limit 1) s
      left join queue_item q on q.project_id = p_project and q.solution_id = a.id
    where m.variants > 1 and not exists (select from adjudication x
      where x.project_id = p_project and x.solution_id = a.id and x.withdrawn_at is null)
  ) d
$$;

-- Replaces the disagreements of these solutions. The settings keep the plan to lookups by key.
create or replace function refresh_disagreements(p_project uuid, p_solutions uuid[]) returns void
language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
as $$
begin
  delete from disagreement where project_id = p_project and solution_id = any (p_solutions);
  insert into disagreement select * from find_disagreements(p_project, p_solutions);
end
$$;

-- Recomputes disagreements. Two annotators who submit the same solution at once would not see each other's annotation,
-- so people's submits lock the queue item first.
create or replace function refresh_disagreements_of_solutions(p_project uuid, p_solutions uuid[], p_locks boolean) returns void
language plpgsql
as $$
begin
  if p_locks then
    perform from queue_item where project_id = p_project and solution_id = any (p_solutions)
      order by solution_id for update;
  end if;
  perform refresh_disagreements(p_project, p_solutions);
end
$$;

-- Recomputes disagreements after annotations were submitted, reopened or deleted. Imports only cover solutions that they bring;
-- at their end they check the others under the lock that submitting takes.
create or replace function refresh_disagreements_of_annotations() returns trigger
language plpgsql
as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    if not exists (select from after_rows where state = 'submitted') then return null; end if;
    for changed in
      select r.project_id, array_agg(distinct r.solution_id) as solutions, bool_or(r.user_id is not null) as is_person
      from after_rows r
      where r.state = 'submitted' and (r.user_id is not null or exists (select from solution s
        where s.project_id = r.project_id and s.id = r.solution_id and s.import_id is not distinct from r.import_id))
      group by r.project_id
    loop
      perform refresh_disagreements_of_solutions(changed.project_id, changed.solutions, changed.is_person);
    end loop;
  elsif tg_op = 'DELETE' then
    for changed in
      select project_id, array_agg(distinct solution_id) as solutions from before_rows
      where state = 'submitted' group by project_id
    loop
      perform refresh_disagreements_of_solutions(changed.project_id, changed.solutions, false);
    end loop;
  else
    if not exists (select from after_rows where state = 'submitted')
      and not exists (select from before_rows where state = 'submitted') then return null; end if;
    for changed in
      select project_id, array_agg(distinct solution_id) as solutions, bool_or(user_id is not null) as is_person
      from (select * from before_rows union all select * from after_rows) r
      where state = 'submitted' group by project_id
    loop
      perform refresh_disagreements_of_solutions(changed.project_id, changed.solutions, changed.is_person);
    end loop;
  end if;
  return null;
end
$$;

-- Recomputes the disagreement of a solution when an adjudication is made, withdrawn or deleted.
create or replace function refresh_disagreement_of_adjudication() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_disagreements(old.project_id, array[old.solution_id]);
  else
    perform refresh_disagreements(new.project_id, array[new.solution_id]);
  end if;
  return null;
end
$$;

-- ── Triggers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Audit log: append only.
create trigger audit_entry_is_append_only before delete or update on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_is_never_emptied before truncate on audit_entry
  for each statement execute function refuse_audit_change();
create trigger audit_chain_is_never_deleted before delete on audit_chain
  for each row execute function refuse_audit_chain_change();
create trigger audit_chain_is_never_emptied before truncate on audit_chain
  for each statement execute function refuse_audit_chain_change();

-- History: rows are added, never changed. Annotators have read guideline versions and published decisions.
create trigger guideline_version_is_never_changed before update on guideline_version
  for each row execute function refuse_history_change();
create trigger decision_is_never_changed before update on decision
  for each row when (old.state = 'published') execute function refuse_history_change();
create trigger solution_revision_is_never_changed before update on solution_revision
  for each row execute function refuse_history_change();
create trigger annotation_archive_is_never_changed before update on annotation_archive
  for each row execute function refuse_history_change();
create trigger annotation_review_is_never_changed before update on annotation_review
  for each row execute function refuse_history_change();
create trigger release_is_never_changed before update on release
  for each row execute function refuse_release_change();
create trigger release_file_is_never_changed before update on release_file
  for each row execute function refuse_history_change();

-- Triggers fire by name: the second looks only at what the statement itself changed, because the third comes after it.
create trigger adjudication_allow_only_withdrawal before update on adjudication
  for each row execute function refuse_adjudication_change();
create trigger adjudication_record_transaction before insert or update on adjudication
  for each row execute function record_transaction();
create trigger annotation_record_transaction before insert or update on annotation
  for each row execute function record_transaction();

-- Leases end in the transaction in which their annotator leaves.
create trigger member_delete_ends_leases after delete on member for each row execute function release_leases_of_member();
create trigger account_disable_ends_leases after update of disabled_at on app_user
  for each row when (old.disabled_at is null and new.disabled_at is not null)
  execute function release_leases_of_account();

-- Webhooks end with the rights of the account that made them, because they send data where that account chose.
create trigger member_delete_disables_webhooks after delete on member
  for each row when (old.role = 'admin') execute function disable_webhooks_of_member();
create trigger member_update_disables_webhooks after update of role on member
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function disable_webhooks_of_member();
create trigger account_update_disables_webhooks after update of disabled_at, is_instance_admin on app_user
  for each row
  when (
    old.disabled_at is null and new.disabled_at is not null or old.is_instance_admin and not new.is_instance_admin
  )
  execute function disable_webhooks_of_account();

-- A pause belongs to the person, not to the membership.
create trigger pause_copies_to_member after insert or update on pause for each row execute function copy_pause_to_member();
create trigger member_insert_restores_pause before insert on member for each row execute function restore_pause();

-- What makes a queue item available must say so (docs/decisions/017). queue_item_close_free_slots sorts first, so that
-- queue_item_record_availability sees what it leaves.
create trigger queue_item_close_free_slots before update on queue_item
  for each row when (new.closed_slots is not null and new.leased + new.done < new.slots)
  execute function close_free_slots();
create trigger queue_item_record_availability before update on queue_item
  for each row
  when (new.leased + new.done < new.slots and (
    new.slots - new.leased - new.done > old.slots - old.leased - old.done
    or (new.tier, new.pass, new.priority, new.round) is distinct from (old.tier, old.pass, old.priority, old.round)
  ))
  execute function record_availability();
create trigger queue_exclusion_restores_item after delete on queue_exclusion
  for each row execute function make_restored_item_available();

-- Active time per day, whatever becomes of the annotation later. Imported work is no one's time here. The day is written last in
-- its transaction (deferred), because concurrent saves of one annotator would otherwise wait for each other in a circle.
create trigger annotation_insert_keeps_longest_time before insert on annotation
  for each row when (new.user_id is not null and new.import_id is null) execute function keep_longest_time();
create trigger annotation_update_keeps_longest_time before update of total_time_ms on annotation
  for each row when (new.user_id is not null and new.import_id is null) execute function keep_longest_time();
create constraint trigger annotation_insert_adds_to_work_day after insert on annotation
  deferrable initially deferred for each row when (new.counted_time_ms > 0) execute function add_to_work_day();
create constraint trigger annotation_update_adds_to_work_day after update of total_time_ms on annotation
  deferrable initially deferred for each row when (new.counted_time_ms > old.counted_time_ms)
  execute function add_to_work_day();

-- Gold plans follow gold, members, rounds and settings.
create trigger gold_insert_requests_plans after insert on gold_item
  referencing new table as changed for each statement execute function request_gold_plans();
create trigger gold_delete_requests_plans after delete on gold_item
  referencing old table as changed for each statement execute function request_gold_plans();
create trigger member_requests_gold_plans after insert or delete or update of role on member
  for each row execute function request_gold_plans_of_row();
create trigger round_requests_gold_plans after update of state on round
  for each row when (new.state in ('active', 'closed') and new.state <> old.state)
  execute function request_gold_plans_of_row();
create trigger project_requests_gold_plans after update of gold_share, gold_per_round on project
  for each row when ((new.gold_share, new.gold_per_round) is distinct from (old.gold_share, old.gold_per_round))
  execute function request_gold_plans_of_row();

-- Disagreements follow annotations and adjudications. One call per statement keeps imports fast.
create trigger annotation_insert_refreshes_disagreements after insert on annotation
  referencing new table as after_rows for each statement execute function refresh_disagreements_of_annotations();
create trigger annotation_update_refreshes_disagreements after update on annotation
  referencing old table as before_rows new table as after_rows for each statement
  execute function refresh_disagreements_of_annotations();
create trigger annotation_delete_refreshes_disagreements after delete on annotation
  referencing old table as before_rows for each statement execute function refresh_disagreements_of_annotations();
create trigger adjudication_refreshes_disagreement after insert or delete or update on adjudication
  for each row execute function refresh_disagreement_of_adjudication();

-- ── Grants ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- By default everyone may run a function, and this one writes with the rights of the log's owner.
revoke execute on function append_audit_entry(text, uuid, text, text, text, text, text) from public;
