-- CreateTable
CREATE TABLE "gold_change" (
    "id" BIGSERIAL NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "gold_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gold_plan" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "is_short" BOOLEAN NOT NULL,
    "planned_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gold_plan_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateIndex
CREATE INDEX "gold_change_project_id_idx" ON "gold_change"("project_id");

-- AddForeignKey
ALTER TABLE "gold_plan" ADD CONSTRAINT "gold_plan_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.

-- Only those that may get more are looked through.
create index gold_plan_open on gold_plan (project_id, user_id) where not is_short;

-- What gold is planned by: gold itself, who may get it, the settings, and rounds. A row for each change, not a number that
-- goes up: nobody waits for a long import.
create function note_gold() returns trigger language plpgsql as $$
begin
  insert into gold_change (project_id) select distinct project_id from changed;
  return null;
end
$$;
create trigger gold_comes after insert on gold_item referencing new table as changed
  for each statement execute function note_gold();
create trigger gold_goes after delete on gold_item referencing old table as changed
  for each statement execute function note_gold();

create function note_gold_setting() returns trigger language plpgsql as $$
begin
  insert into gold_change (project_id)
    select distinct project_id from (values (to_jsonb(new)), (to_jsonb(old))) as v(said),
      lateral (select coalesce(v.said->>'project_id', v.said->>'id')::uuid as project_id) p
    where project_id is not null;
  return null;
end
$$;
create trigger member_changes_gold after insert or delete or update of role on member
  for each row execute function note_gold_setting();
create trigger round_changes_gold after update of state on "round"
  for each row when (new.state in ('open', 'closed') and new.state <> old.state) execute function note_gold_setting();
create trigger project_changes_gold after update of gold_share, gold_per_round on project
  for each row when ((new.gold_share, new.gold_per_round) is distinct from (old.gold_share, old.gold_per_round))
  execute function note_gold_setting();

-- Projects that have gold already.
insert into gold_change (project_id) select distinct project_id from gold_item;
