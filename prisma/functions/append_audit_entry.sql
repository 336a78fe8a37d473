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
