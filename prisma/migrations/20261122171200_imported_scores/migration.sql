-- Nothing below uses the new value: it cannot be used in the transaction that adds it.
-- AlterEnum
ALTER TYPE "scorer_kind" ADD VALUE 'imported';

-- AlterTable
ALTER TABLE "solution_score" ADD COLUMN     "line" INTEGER;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- Either a score or the reason why there is none. Scores of steps may be missing: an imported score may be of the whole.
-- Weaker than the one that it replaces, so no row needs to be looked at.
alter table solution_score drop constraint solution_score_or_reason;
alter table solution_score
  add constraint solution_score_or_reason check (
    (message is null) = (product is not null)
    and (message is null or cardinality(step_scores) = 0)
    and (cardinality(step_scores) > 0 or message is not null or line is not null)
    and (line > 0 or line is null)) not valid;
