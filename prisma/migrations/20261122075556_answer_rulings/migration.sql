-- CreateEnum
CREATE TYPE "verdict_source" AS ENUM ('grader', 'file', 'person');

-- CreateEnum
CREATE TYPE "regrade_state" AS ENUM ('previewing', 'previewed', 'applying', 'done', 'failed', 'cancelled');

-- AlterTable
ALTER TABLE "solution" ADD COLUMN     "verdict_by" "verdict_source" NOT NULL DEFAULT 'grader',
ADD COLUMN     "verdict_user_id" UUID;

-- CreateTable
CREATE TABLE "answer_ruling" (
    "project_id" UUID NOT NULL,
    "pair_hash" BYTEA NOT NULL,
    "given" TEXT NOT NULL,
    "truth" TEXT NOT NULL,
    "verdict" "verdict" NOT NULL,
    "note" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "ruled_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_ruling_pkey" PRIMARY KEY ("project_id","pair_hash")
);

-- CreateTable
CREATE TABLE "regrade" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" "regrade_state" NOT NULL DEFAULT 'previewing',
    "mode" "grader_mode" NOT NULL,
    "grader_version" TEXT NOT NULL,
    "read_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "outcome" JSONB NOT NULL DEFAULT '{}',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "regrade_pkey" PRIMARY KEY ("project_id","id")
);

-- AddForeignKey
ALTER TABLE "solution" ADD CONSTRAINT "solution_verdict_user_id_fkey" FOREIGN KEY ("verdict_user_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_ruling" ADD CONSTRAINT "answer_ruling_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_ruling" ADD CONSTRAINT "answer_ruling_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "regrade" ADD CONSTRAINT "regrade_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "regrade" ADD CONSTRAINT "regrade_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

update solution set verdict_by = 'file' where verdict_reason = 'The file says so.';
alter table solution
  add constraint solution_verdict_user check (verdict_user_id is null or verdict_by = 'person');

-- Those that wait for a person are few among many.
create index solution_unsure on solution (project_id, problem_id) where verdict = 'unsure';
-- Those that a person has spoken of, too.
create index solution_ruled on solution (project_id, problem_id) where verdict_by = 'person';
