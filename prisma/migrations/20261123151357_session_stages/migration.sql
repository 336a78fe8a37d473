-- AlterTable
ALTER TABLE "session" ADD COLUMN     "awaits_code" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "has_provider_factor" BOOLEAN NOT NULL DEFAULT false;

-- What waits for a code ends soon, and no provider has said that it needs none.
alter table session add constraint session_awaits_code_for_minutes check (
  not awaits_code or (not has_provider_factor and expires_at <= created_at + interval '10 minutes')) not valid;
