-- Pages of the log, newest first: of the whole, of a person, of a thing.
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");

-- CreateIndex
CREATE INDEX "audit_entry_actor_at_idx" ON "audit_entry"("actor", "at");

-- CreateIndex
CREATE INDEX "audit_entry_target_at_idx" ON "audit_entry"("target", "at");

-- Of an act, where it is rare. The others, which people wait for and which are nearly all there is, are found soon anyway.
create index audit_entry_rare_idx on audit_entry (action, at)
  where action <> all ('{queue.claim,queue.heartbeat,labelling.save,labelling.submit}');

-- As its owner: the application's role may add entries by this alone, and so only at the end of their chain.
alter function append_audit_entry(text, uuid, text, text, text, text, text)
  security definer set search_path = public, pg_temp;

-- The chain's note of its end moves with its entries, and never goes away.
create function refuse_audit_chain_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit chains are never removed' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_chain_stays before delete on audit_chain
  for each row execute function refuse_audit_chain_change();
create trigger audit_chain_is_never_emptied before truncate on audit_chain
  for each statement execute function refuse_audit_chain_change();
