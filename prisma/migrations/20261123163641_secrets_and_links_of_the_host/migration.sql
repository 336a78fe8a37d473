-- AlterTable
ALTER TABLE "password_reset" ADD COLUMN     "is_by_host" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "started_secret" (
    "check_hash" BYTEA NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "started_secret_pkey" PRIMARY KEY ("check_hash")
);

alter table started_secret add constraint started_secret_is_a_hash check (octet_length(check_hash) = 32);

-- Rows end within the hour, so that there are few to look at.
alter table password_reset add constraint password_reset_is_by_host_or_an_admin check (
  not is_by_host or made_by_id is null);
