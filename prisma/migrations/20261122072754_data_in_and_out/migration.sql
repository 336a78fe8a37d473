-- CreateEnum
CREATE TYPE "release_state" AS ENUM ('running', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "import_state" AS ENUM ('receiving', 'checking', 'checked', 'running', 'done', 'refused', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "labelling_origin" AS ENUM ('own', 'imported');

-- AlterTable
ALTER TABLE "import_batch" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cancel_asked_at" TIMESTAMPTZ(6),
ADD COLUMN     "file_id" UUID,
ADD COLUMN     "finished_at" TIMESTAMPTZ(6),
ADD COLUMN     "gold" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "listed" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "message" TEXT,
ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "queued" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "read_bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "read_lines" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "report_file_id" UUID,
ADD COLUMN     "requests_file_id" UUID,
ADD COLUMN     "started_at" TIMESTAMPTZ(6),
ADD COLUMN     "state" "import_state" NOT NULL DEFAULT 'done',
ADD COLUMN     "unserved" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "labelling" ADD COLUMN     "changed_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN     "origin" "labelling_origin" NOT NULL DEFAULT 'own';

-- CreateTable
CREATE TABLE "release" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "state" "release_state" NOT NULL DEFAULT 'running',
    "options" JSONB NOT NULL,
    "snapshot_at" TIMESTAMPTZ(6),
    "cursor" TEXT,
    "manifest" JSONB,
    "read_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "release_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "release_file" (
    "project_id" UUID NOT NULL,
    "release_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "file_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "rows" INTEGER,

    CONSTRAINT "release_file_pkey" PRIMARY KEY ("project_id","release_id","name")
);

-- CreateTable
CREATE TABLE "held_out_list" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "problems" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "held_out_list_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "held_out_problem" (
    "project_id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "statement_hash" BYTEA NOT NULL,

    CONSTRAINT "held_out_problem_pkey" PRIMARY KEY ("project_id","list_id","statement_hash")
);

-- CreateTable
CREATE TABLE "stored_file" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "stored_chunk" (
    "project_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "stored_chunk_pkey" PRIMARY KEY ("project_id","file_id","position")
);

-- CreateTable
CREATE TABLE "gold_item" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "first_errors" SMALLINT[],
    "explanation" TEXT,
    "import_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gold_item_pkey" PRIMARY KEY ("project_id","solution_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "release_project_id_number_key" ON "release"("project_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "held_out_list_project_id_name_key" ON "held_out_list"("project_id", "name");

-- AddForeignKey
ALTER TABLE "release" ADD CONSTRAINT "release_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release" ADD CONSTRAINT "release_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_file" ADD CONSTRAINT "release_file_project_id_release_id_fkey" FOREIGN KEY ("project_id", "release_id") REFERENCES "release"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_list" ADD CONSTRAINT "held_out_list_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_list" ADD CONSTRAINT "held_out_list_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_out_problem" ADD CONSTRAINT "held_out_problem_project_id_list_id_fkey" FOREIGN KEY ("project_id", "list_id") REFERENCES "held_out_list"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_chunk" ADD CONSTRAINT "stored_chunk_project_id_file_id_fkey" FOREIGN KEY ("project_id", "file_id") REFERENCES "stored_file"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gold_item" ADD CONSTRAINT "gold_item_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "release_file_project_id_file_id_idx" ON "release_file"("project_id", "file_id");

-- AddForeignKey
ALTER TABLE "release_file" ADD CONSTRAINT "release_file_project_id_file_id_fkey" FOREIGN KEY ("project_id", "file_id") REFERENCES "stored_file"("project_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

update labelling set origin = 'imported' where import_id is not null;

-- Also of an update that does not name it.
create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger labelling_notes_change before insert or update on labelling
  for each row execute function note_change();

alter table labelling add constraint labelling_origin_import check (origin = 'own' or import_id is not null);

-- Much of what is labelled elsewhere says nothing of when.
alter table labelling
  drop constraint labelling_finished,
  add constraint labelling_finished check (
    (state = 'draft') = (finish_reason is null)
    and (finish_reason is null or submitted_at is not null or import_id is not null)
  );

-- Most of what comes is compressed already, and all of it is read once.
alter table stored_chunk alter column data set storage external,
  add constraint stored_chunk_holds_something check (position >= 0 and length(data) between 1 and 1048576);
alter table stored_file add constraint stored_file_bytes check (bytes >= 0);

alter table gold_item add constraint gold_item_first_errors check (
  first_errors is not null and array_position(first_errors, null) is null and 0 <= all (first_errors)
);

alter table import_batch add constraint import_batch_counts check (
  least(lines, problems, solutions, labellings, gold, repeated, queued, unserved, refused, read_lines) >= 0
  and least(bytes, read_bytes) >= 0
);

-- A release that is done says what it is; one that is not has no files yet.
alter table release
  add constraint release_done_is_described check (
    state <> 'done' or (manifest is not null and cursor is not null and snapshot_at is not null and finished_at is not null)
  ),
  add constraint release_number_counts check (number >= 1);
alter table release_file add constraint release_file_name check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$');
create function refuse_release_change() returns trigger language plpgsql as $$
begin
  if old.state = 'done' then
    raise exception 'a release is never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger release_is_never_changed before update on release
  for each row execute function refuse_release_change();
create trigger release_file_is_never_changed before update on release_file
  for each row execute function refuse_history_change();

-- What two spellings of one problem have in common, as lib/exports/name-statement.ts says it. Held-out lists and splits
-- know problems by its SHA-256.
create function hash_statement(statement text) returns bytea language sql immutable strict parallel safe as $$
  select sha256(convert_to(btrim(regexp_replace(normalize(statement, nfc),
    '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' '), 'UTF8'))
$$;
create index problem_statement on problem (project_id, hash_statement(statement));
