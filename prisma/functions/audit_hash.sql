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
