-- AlterTable
ALTER TABLE "queue_standing" ADD COLUMN     "items" SMALLINT;

-- Before the first solution of a screening in queue_gold. Gold among work has higher places, whatever is planned at the same
-- moment: a screening has 200 solutions at most.
create function screening_place() returns int language sql immutable parallel safe as $$ select -1000 $$;
