-- AlterTable
ALTER TABLE "queue_standing" ADD COLUMN     "items" SMALLINT;
