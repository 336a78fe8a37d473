-- What an unfinished job waits for, apart from other jobs: `worker` if no process runs jobs; null otherwise.
create or replace function waiting_for(p_is_unfinished boolean) returns text
language sql stable
as $$
  select case when p_is_unfinished and count_running_workers() = 0 then 'worker' end
$$;
