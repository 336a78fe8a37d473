-- Processes that run jobs now. Each renews its row every 5 s (lib/jobs/server/record-running-worker.ts); one that was killed is
-- counted for up to 30 s.
create or replace function count_running_workers() returns int
language sql stable
as $$
  select count(*)::int from worker where seen_at > now() - interval '30 seconds'
$$;
