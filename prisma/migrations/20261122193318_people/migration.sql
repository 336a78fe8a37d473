-- AlterEnum
ALTER TYPE "labelling_state" ADD VALUE 'withdrawn';

-- AlterTable
ALTER TABLE "labelling" ADD COLUMN     "counted_time_ms" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "pause_message" TEXT;

-- CreateTable
CREATE TABLE "labelling_told" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "told_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "labelling_told_pkey" PRIMARY KEY ("project_id","labelling_id")
);

-- CreateTable
CREATE TABLE "work_day" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "active_ms" BIGINT NOT NULL,

    CONSTRAINT "work_day_pkey" PRIMARY KEY ("project_id","user_id","day")
);

-- AddForeignKey
ALTER TABLE "labelling_told" ADD CONSTRAINT "labelling_told_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_day" ADD CONSTRAINT "work_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.

-- Answers to gold of a person, newest first: asked of everybody every few seconds.
create index labelling_gold on labelling (project_id, user_id, submitted_at)
  where is_quality_control and state = 'submitted';

-- The gate and the queue read of the member alone that a person is paused, and what they are told.
create or replace function note_pause() returns trigger language plpgsql as $$
declare
  standing pause;
begin
  select * into standing from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  update member m set paused_at = standing.started_at, pause_message = standing.message
    where m.project_id = new.project_id and m.user_id = new.user_id;
  return null;
end
$$;
alter table pause add constraint pause_counts check (
  exact between 0 and answers and probability between 0 and 1 and threshold between 0 and 1
  and (returned is null) = (returned_since is null)
  and (ended_at is null) = (ruling is null) and (ended_at is null) = (ended_by_id is null)
);

-- Time at work by day, as it is saved: what becomes of a labelling later takes nothing from it, and a page that writes
-- less than another had written adds nothing until it is past that. What came with data is nobody's work here.
create function count_time() returns trigger language plpgsql as $$
begin
  new.counted_time_ms := greatest(new.total_time_ms, case when tg_op = 'UPDATE' then old.counted_time_ms else 0 end);
  return new;
end
$$;
create trigger labelling_counts_first before insert on labelling for each row
  when (new.user_id is not null and new.import_id is null) execute function count_time();
create trigger labelling_counts_more before update of total_time_ms on labelling for each row
  when (new.user_id is not null and new.import_id is null) execute function count_time();

create function note_work() returns trigger language plpgsql as $$
declare
  more bigint := new.counted_time_ms;
begin
  if tg_op = 'UPDATE' then more := more - old.counted_time_ms; end if;
  insert into work_day as d (project_id, user_id, day, active_ms)
  values (new.project_id, new.user_id, (now() at time zone 'UTC')::date, more)
  on conflict (project_id, user_id, day) do update set active_ms = d.active_ms + excluded.active_ms;
  return null;
end
$$;
create trigger labelling_works_first after insert on labelling for each row
  when (new.counted_time_ms > 0) execute function note_work();
create trigger labelling_works_more after update of total_time_ms on labelling for each row
  when (new.counted_time_ms > old.counted_time_ms) execute function note_work();

-- What is there already stands on the day when it was submitted, or begun.
insert into work_day (project_id, user_id, day, active_ms)
  select project_id, user_id, (coalesce(submitted_at, started_at) at time zone 'UTC')::date, sum(total_time_ms)::bigint
  from labelling where user_id is not null and import_id is null and total_time_ms > 0
  group by 1, 2, 3;
-- For releases they are as they were.
alter table labelling disable trigger user;
update labelling set counted_time_ms = total_time_ms
  where user_id is not null and import_id is null and total_time_ms > 0;
alter table labelling enable trigger user;
