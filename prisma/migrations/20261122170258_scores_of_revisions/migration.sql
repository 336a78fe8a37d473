-- AlterTable
ALTER TABLE "solution_score" ADD COLUMN     "revision" SMALLINT NOT NULL DEFAULT 1;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- Rows that are there are taken to be of the steps as they came: nobody knows which were scored after a repair.

-- Whether solutions came with scores, and how many, without looking at all that came without.
create index solution_scored on solution (project_id) where score is not null or step_scores is not null;
