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
