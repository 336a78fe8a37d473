-- CreateEnum
CREATE TYPE "exclusion_kind" AS ENUM ('taken_out', 'skipped');

-- AlterTable
ALTER TABLE "queue_exclusion" ADD COLUMN     "kind" "exclusion_kind" NOT NULL DEFAULT 'taken_out';

-- AlterTable
ALTER TABLE "round" DROP COLUMN "cancel_asked_at";

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- Until now the words told them apart.
update queue_exclusion set kind = 'skipped' where reason = 'Three people skipped it.';
