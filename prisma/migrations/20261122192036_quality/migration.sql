-- CreateEnum
CREATE TYPE "gold_origin" AS ENUM ('imported', 'marked', 'adjudicated', 'consensus');

-- CreateEnum
CREATE TYPE "screening_state" AS ENUM ('running', 'passed', 'failed');

-- CreateEnum
CREATE TYPE "admission_kind" AS ENUM ('admitted', 'another_try');

-- CreateEnum
CREATE TYPE "lease_purpose" AS ENUM ('work', 'gold', 'screening');

-- CreateEnum
CREATE TYPE "standing" AS ENUM ('due', 'screening', 'failed', 'admitted');

-- AlterTable
ALTER TABLE "gold_item" ADD COLUMN     "origin" "gold_origin" NOT NULL DEFAULT 'imported',
ADD COLUMN     "user_id" UUID;

-- AlterTable
ALTER TABLE "lease" ADD COLUMN     "purpose" "lease_purpose" NOT NULL DEFAULT 'work';

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "paused_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "blind_share" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "explains_gold" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "gold_per_round" SMALLINT,
ADD COLUMN     "gold_share" DOUBLE PRECISION NOT NULL DEFAULT 0.05,
ADD COLUMN     "pause_under" DOUBLE PRECISION DEFAULT 0.6,
ADD COLUMN     "review_first_count" SMALLINT NOT NULL DEFAULT 50,
ADD COLUMN     "review_first_share" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "review_share" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "screening_items" SMALLINT NOT NULL DEFAULT 30,
ADD COLUMN     "screening_share" DOUBLE PRECISION NOT NULL DEFAULT 0.75,
ADD COLUMN     "screens" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "screening_attempt" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "state" "screening_state" NOT NULL DEFAULT 'running',
    "solution_ids" UUID[],
    "pass_share" DOUBLE PRECISION NOT NULL,
    "exact" SMALLINT,
    "active_ms" BIGINT,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "screening_attempt_pkey" PRIMARY KEY ("project_id","user_id","number")
);

-- CreateTable
CREATE TABLE "screening_ruling" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "admission_kind" NOT NULL,
    "note" TEXT NOT NULL,
    "by_user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "screening_ruling_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "pause" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "by_user_id" UUID,
    "message" TEXT NOT NULL,
    "answers" SMALLINT,
    "exact" SMALLINT,
    "threshold" DOUBLE PRECISION,
    "probability" DOUBLE PRECISION,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),
    "ended_by_id" UUID,
    "ruling" TEXT,
    "returned" INTEGER,
    "returned_since" TIMESTAMPTZ(6),

    CONSTRAINT "pause_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "review_sample" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "chance" DOUBLE PRECISION NOT NULL,
    "drawn_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_sample_pkey" PRIMARY KEY ("project_id","labelling_id")
);

-- CreateTable
CREATE TABLE "queue_gate" (
    "project_id" UUID NOT NULL,
    "screens_newcomer" BOOLEAN NOT NULL DEFAULT false,
    "gold_share" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "queue_gate_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "queue_standing" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "standing" "standing" NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queue_standing_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "queue_gold" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "solution_id" UUID NOT NULL,
    "purpose" "lease_purpose" NOT NULL,

    CONSTRAINT "queue_gold_pkey" PRIMARY KEY ("project_id","user_id","place")
);

-- CreateIndex
CREATE INDEX "screening_ruling_project_id_user_id_idx" ON "screening_ruling"("project_id", "user_id");

-- CreateIndex
CREATE INDEX "pause_project_id_user_id_started_at_idx" ON "pause"("project_id", "user_id", "started_at");

-- CreateIndex
CREATE INDEX "queue_gold_project_id_solution_id_idx" ON "queue_gold"("project_id", "solution_id");

-- CreateIndex
CREATE UNIQUE INDEX "queue_gold_project_id_user_id_solution_id_key" ON "queue_gold"("project_id", "user_id", "solution_id");

-- AddForeignKey
ALTER TABLE "screening_attempt" ADD CONSTRAINT "screening_attempt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screening_ruling" ADD CONSTRAINT "screening_ruling_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pause" ADD CONSTRAINT "pause_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_sample" ADD CONSTRAINT "review_sample_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_standing" ADD CONSTRAINT "queue_standing_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_gold" ADD CONSTRAINT "queue_gold_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "gold_item"("project_id", "solution_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_gold" ADD CONSTRAINT "queue_gold_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.

-- 0 or null is "off"; a share of 1 would leave nothing to compare with.
alter table project add constraint project_quality check (
  screening_items between 1 and 200 and screening_share > 0 and screening_share <= 1
  and gold_share >= 0 and gold_share <= 0.5 and gold_per_round between 1 and 200
  and pause_under > 0 and pause_under < 1
  and blind_share >= 0 and blind_share <= 0.9
  and review_share between 0 and 1 and review_first_share between 0 and 1 and review_first_count between 1 and 10000
);
alter table queue_gate add constraint queue_gate_share check (gold_share >= 0 and gold_share <= 0.5);
alter table queue_gold add constraint queue_gold_purpose check (purpose <> 'work');
alter table screening_attempt add constraint screening_attempt_counts check (
  pass_share > 0 and pass_share <= 1 and cardinality(solution_ids) between 1 and 200
  and exact between 0 and cardinality(solution_ids)
  and (state = 'running') = (ended_at is null) and (state = 'running') = (exact is null)
);
create unique index screening_attempt_running on screening_attempt (project_id, user_id) where state = 'running';
create unique index pause_standing on pause (project_id, user_id) where ended_at is null;

-- A person stands paused as long as a row of theirs is open.
create function note_pause() returns trigger language plpgsql as $$
begin
  update member m set paused_at = (
      select p.started_at from pause p
      where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null)
    where m.project_id = new.project_id and m.user_id = new.user_id;
  return null;
end
$$;
create trigger pause_noted after insert or update on pause for each row execute function note_pause();
