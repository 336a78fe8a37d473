-- CreateEnum
CREATE TYPE "round_state" AS ENUM ('planning', 'planned', 'opening', 'open', 'closed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "scorer_kind" AS ENUM ('server', 'embedded');

-- CreateEnum
CREATE TYPE "job_state" AS ENUM ('running', 'done', 'failed', 'cancelled');

-- AlterTable
ALTER TABLE "queue_item" ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "score" DOUBLE PRECISION,
ADD COLUMN     "selection_probability" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "skip" ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "evaluation" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'running',
    "options" JSONB NOT NULL,
    "result" JSONB,
    "read_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "evaluation_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "queue_exclusion" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queue_exclusion_pkey" PRIMARY KEY ("project_id","solution_id")
);

-- CreateTable
CREATE TABLE "round" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER,
    "state" "round_state" NOT NULL DEFAULT 'planning',
    "policy" JSONB NOT NULL,
    "score_run_id" UUID,
    "outcome" JSONB NOT NULL DEFAULT '{}',
    "read_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_at" TIMESTAMPTZ(6),
    "closed_at" TIMESTAMPTZ(6),

    CONSTRAINT "round_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "scorer" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "scorer_kind" NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(6),

    CONSTRAINT "scorer_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "scorer_version" (
    "project_id" UUID NOT NULL,
    "scorer_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'running',
    "seed" INTEGER NOT NULL,
    "algorithm" TEXT,
    "solutions" INTEGER,
    "steps" INTEGER,
    "metrics" JSONB,
    "weights" BYTEA,
    "read_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "scorer_version_pkey" PRIMARY KEY ("project_id","scorer_id","version")
);

-- CreateTable
CREATE TABLE "score_run" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "scorer_id" UUID NOT NULL,
    "version" INTEGER,
    "model" TEXT NOT NULL,
    "takes" TEXT NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'running',
    "done_rows" INTEGER NOT NULL DEFAULT 0,
    "reused_rows" INTEGER NOT NULL DEFAULT 0,
    "failed_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "score_run_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "solution_score" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "step_scores" REAL[],
    "product" DOUBLE PRECISION,
    "minimum" DOUBLE PRECISION,
    "geometric_mean" DOUBLE PRECISION,
    "last" DOUBLE PRECISION,
    "strict_product" DOUBLE PRECISION,
    "strict_minimum" DOUBLE PRECISION,
    "strict_geometric_mean" DOUBLE PRECISION,
    "strict_last" DOUBLE PRECISION,
    "lowest_step" SMALLINT,
    "disagreement" DOUBLE PRECISION,
    "content_key" BYTEA,
    "message" TEXT,

    CONSTRAINT "solution_score_pkey" PRIMARY KEY ("project_id","run_id","solution_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "round_project_id_number_key" ON "round"("project_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "scorer_project_id_name_key" ON "scorer"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "score_run_project_id_number_key" ON "score_run"("project_id", "number");

-- CreateIndex
CREATE INDEX "solution_score_project_id_solution_id_idx" ON "solution_score"("project_id", "solution_id");

-- AddForeignKey
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_exclusion" ADD CONSTRAINT "queue_exclusion_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_exclusion" ADD CONSTRAINT "queue_exclusion_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round" ADD CONSTRAINT "round_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round" ADD CONSTRAINT "round_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round" ADD CONSTRAINT "round_project_id_score_run_id_fkey" FOREIGN KEY ("project_id", "score_run_id") REFERENCES "score_run"("project_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scorer" ADD CONSTRAINT "scorer_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scorer" ADD CONSTRAINT "scorer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scorer_version" ADD CONSTRAINT "scorer_version_project_id_scorer_id_fkey" FOREIGN KEY ("project_id", "scorer_id") REFERENCES "scorer"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scorer_version" ADD CONSTRAINT "scorer_version_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "score_run" ADD CONSTRAINT "score_run_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "score_run" ADD CONSTRAINT "score_run_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "score_run" ADD CONSTRAINT "score_run_project_id_scorer_id_fkey" FOREIGN KEY ("project_id", "scorer_id") REFERENCES "scorer"("project_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "score_run" ADD CONSTRAINT "score_run_project_id_scorer_id_version_fkey" FOREIGN KEY ("project_id", "scorer_id", "version") REFERENCES "scorer_version"("project_id", "scorer_id", "version") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solution_score" ADD CONSTRAINT "solution_score_project_id_run_id_fkey" FOREIGN KEY ("project_id", "run_id") REFERENCES "score_run"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solution_score" ADD CONSTRAINT "solution_score_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

alter table scorer_version
  add constraint scorer_version_number check (version > 0),
  add constraint scorer_version_done check (state <> 'done' or (weights is not null and metrics is not null));

alter table score_run
  add constraint score_run_number check (number > 0),
  add constraint score_run_takes check (takes in ('all', 'unlabelled'));

-- Either scores, as many as they can be, or the reason why there are none.
alter table solution_score
  add constraint solution_score_or_reason check (
    (message is null) = (product is not null) and (message is null) = (cardinality(step_scores) > 0));
-- What was asked before, of whichever run.
create index solution_score_content on solution_score (project_id, content_key) where content_key is not null;

alter table "round"
  add constraint round_numbered check ((number is null) = (state not in ('open', 'closed'))),
  add constraint round_dated check ((opened_at is null) = (number is null));
-- One at a time, of each.
create unique index round_open on "round" (project_id) where state = 'open';
create unique index round_opening on "round" (project_id) where state = 'opening';

alter table queue_item
  add constraint queue_item_probability check (selection_probability > 0 and selection_probability <= 1);
-- What a round selected and nobody has begun goes with it.
create index queue_item_unbegun on queue_item (project_id, round) where held = 0 and done = 0;
