-- AlterTable
ALTER TABLE "queue_item" ADD COLUMN     "closed_places" SMALLINT;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- An item that nobody has begun stays, without a place, for as long as its solution is gold.
alter table queue_item drop constraint queue_item_overlap;
alter table queue_item add constraint queue_item_overlap check (
  held >= 0 and done >= 0 and (wanted > 0 or wanted = 0 and closed_places is not null) and held + done <= wanted
  and closed_places >= 0
);

-- Closed, whoever frees a place: a lease that is given back or runs out, a labelling that is sent back. Its name comes
-- before that of queue_item_opens, which looks at what this leaves.
create function close_free_places() returns trigger language plpgsql as $$
begin
  new.closed_places := new.closed_places + new.wanted - new.held - new.done;
  new.wanted := new.held + new.done;
  return new;
end
$$;
create trigger queue_item_closes before update on queue_item for each row
  when (new.closed_places is not null and new.held + new.done < new.wanted)
  execute function close_free_places();

-- Gold that stands in the queue says so; what came free of it meanwhile closes.
update queue_item q set closed_places = g.closed_places from gold_item g
  where g.project_id = q.project_id and g.solution_id = q.solution_id;

-- AlterTable
ALTER TABLE "gold_item" DROP COLUMN "closed_places";

-- As it was (migration gold_in_the_stream), but that an item of which both work and gold ran out is written once: of two
-- writes of one statement only one is done.
create or replace function end_expired_leases(p_project uuid) returns void language sql as $$
  with expired as (
    delete from lease where project_id = p_project and expires_at <= now() returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from expired where purpose = 'work' group by solution_id order by solution_id
  ), opened as (
    update queue_item q set opened_in = pg_current_xact_id()
    from expired e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.held + q.done < q.wanted and not exists (select from counted c where c.solution_id = e.solution_id)
  )
  update queue_item q set held = q.held - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id
$$;
