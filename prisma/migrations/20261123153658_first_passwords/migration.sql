-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "first_password_until" TIMESTAMPTZ(6);
