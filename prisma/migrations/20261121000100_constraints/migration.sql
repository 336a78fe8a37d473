-- What must hold, whoever writes.

-- ── Labellings ──────────────────────────────────────────────────────────────────────────────────────────────────
-- A labelling is a prefix of ratings on the path (lib/formats/irregular.ts says the same in TypeScript, and a test
-- holds the two together):
--   solution      every step rated, none negative
--   found_error   the last rated step is negative, all before it are not, nothing after it
--   give_up, bad_problem   any prefix; a negative rating only as its last; steps reached but unrated only as a tail
--   draft (null)  as give_up, without an unrated tail
-- Data labelled elsewhere may break these rules: `irregular` then says how.
create function labelling_is_prefix(
  finish_reason finish_reason, step_count int, flow flow, ratings smallint[]
) returns boolean language sql immutable parallel safe as $$
  select case
    -- only the last rated step may be negative, and nothing unrated stands before a rated step
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

alter table labelling
  add constraint labelling_prefix check (
    irregular is not null or labelling_is_prefix(finish_reason, step_count, flow, ratings)
  ),
  add constraint labelling_ratings_range check (
    array_remove(ratings, null) <@ array[-1, 0, 1]::smallint[]
  ),
  add constraint labelling_irregular_is_imported check (irregular is null or import_id is not null),
  add constraint labelling_arrays_align check (
    cardinality(flagged) = cardinality(ratings)
    and cardinality(chosen) = cardinality(ratings)
    and cardinality(offered) = cardinality(ratings)
  ),
  add constraint labelling_finished check (
    (state = 'draft') = (finish_reason is null)
    and (finish_reason is null or submitted_at is not null or recorded_at is not null)
  ),
  add constraint labelling_reason_written check (
    finish_reason not in ('give_up', 'bad_problem') or import_id is not null or length(trim(finish_note)) > 0
  ),
  add constraint labelling_has_author check ((user_id is null) <> (import_id is null));

alter table option_rating add constraint option_rating_range check (rating between -1 and 1);
alter table option_rating add constraint option_rating_places check (step >= 0 and position >= 0);
alter table step_option add constraint step_option_places check (step >= 0 and option >= 0);

-- ── Queue ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- A claim raises `held` on the row that it has locked; this is the last word on overlap.
alter table queue_item add constraint queue_item_overlap check (
  held >= 0 and done >= 0 and wanted > 0 and held + done <= wanted
);

-- A claim reads the open items in serving order and stops at the first that fits.
drop index queue_item_open;
create index queue_item_open on queue_item (project_id, tier, pass, priority desc, solution_id)
  where held + done < wanted;

alter table lease add constraint lease_has_length check (expires_at > claimed_at);

-- ── Projects ────────────────────────────────────────────────────────────────────────────────────────────────────
alter table project
  add constraint project_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  add constraint project_name_form check (length(trim(name)) between 1 and 120),
  add constraint project_lease_length check (lease_minutes between 1 and 1440),
  add constraint project_overlap_range check (overlap between 1 and 10);

alter table solution add constraint solution_has_steps check (cardinality(steps) > 0 or flow = 'step_choice');

-- ── Accounts ────────────────────────────────────────────────────────────────────────────────────────────────────
alter table app_user add constraint user_email_form check (email = lower(trim(email)) and email like '_%@_%');

-- ── Audit ───────────────────────────────────────────────────────────────────────────────────────────────────────
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_entry_is_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_is_never_emptied before truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- The hash of an entry: over the one before it and everything that the row says.
create function audit_hash(
  previous bytea, chain text, sequence bigint, at timestamptz, project_id uuid, actor text, action text, target text,
  detail text, request_id text
) returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(json_build_array(
    chain, sequence, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    project_id, actor, action, target, detail, request_id
  )::text, 'UTF8'))
$$;

-- Adds an entry to its chain, in the transaction of the write that it speaks of.
create function append_audit_entry(
  p_chain text, p_project_id uuid, p_actor text, p_action text, p_target text, p_detail text, p_request_id text
) returns void language plpgsql as $$
declare
  head audit_chain;
  next_hash bytea;
  now_at timestamptz;
begin
  insert into audit_chain (chain, sequence, hash) values (p_chain, 0, '') on conflict do nothing;
  select * into head from audit_chain where chain = p_chain for update;
  now_at := clock_timestamp();
  next_hash := audit_hash(
    head.hash, p_chain, head.sequence + 1, now_at, p_project_id, p_actor, p_action, p_target, p_detail, p_request_id
  );
  insert into audit_entry (chain, sequence, at, project_id, actor, action, target, detail, request_id, hash)
    values (p_chain, head.sequence + 1, now_at, p_project_id, p_actor, p_action, p_target, p_detail, p_request_id, next_hash);
  update audit_chain set sequence = head.sequence + 1, hash = next_hash where chain = p_chain;
end
$$;

-- ── Arrays with nulls ───────────────────────────────────────────────────────────────────────────────────────────
-- [1, null, -1] as JSON to an array: what a bulk insert sends. Null stays null.
create function jsonb_smallints(list jsonb) returns smallint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(e.value::smallint order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
create function jsonb_booleans(list jsonb) returns boolean[] language sql immutable parallel safe as $$
  select coalesce(array_agg(e.value::boolean order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
create function jsonb_ints(list jsonb) returns int[] language sql immutable parallel safe as $$
  select coalesce(array_agg(e.value::int order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
create function jsonb_texts(list jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(e.value order by e.i), '{}')
  from jsonb_array_elements_text(list) with ordinality as e(value, i)
$$;
