-- Processes that run jobs, so that a job that waits because there is none can say so.
create table worker (
  id uuid primary key,
  started_at timestamptz(6) not null default current_timestamp,
  seen_at timestamptz(6) not null default current_timestamp
);

-- Processes that run jobs now. Each renews its row every 5 s (lib/jobs/server/record-running-worker.ts); one that was killed is
-- counted for up to 30 s.
create or replace function count_running_workers() returns int
language sql stable
as $$
  select count(*)::int from worker where seen_at > now() - interval '30 seconds'
$$;

-- What an unfinished job waits for, apart from other jobs: `worker` if no process runs jobs; null otherwise.
create or replace function waiting_for(p_is_unfinished boolean) returns text
language sql stable
as $$
  select case when p_is_unfinished and count_running_workers() = 0 then 'worker' end
$$;
