-- CreateEnum
CREATE TYPE "archive_reason" AS ENUM ('reopened', 'repaired', 'returned');

-- CreateEnum
CREATE TYPE "project_template" AS ENUM ('mathematics', 'code', 'science', 'prose');

-- CreateEnum
CREATE TYPE "grader_mode" AS ENUM ('semantic', 'prm800k', 'exact', 'numeric', 'choice');

-- CreateEnum
CREATE TYPE "due_kind" AS ENUM ('returned', 'reopened');

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "keys" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "labelling" ADD COLUMN     "aside" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
ADD COLUMN     "aside_said" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "explanation_option" SMALLINT,
ADD COLUMN     "revision" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "step_times_ms" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "labelling_event" ADD COLUMN     "detail" TEXT;

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "guideline_read" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tutorial_done_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "asks_explanation" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "asks_progress" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "error_tags" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "grader_mode" "grader_mode" NOT NULL DEFAULT 'semantic',
ADD COLUMN     "splitting" TEXT NOT NULL DEFAULT 'auto',
ADD COLUMN     "template" "project_template" NOT NULL DEFAULT 'mathematics';

-- AlterTable
ALTER TABLE "solution" ADD COLUMN     "revision" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "step_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "step_note" DROP CONSTRAINT "step_note_pkey",
ADD COLUMN     "dismissed_at" TIMESTAMPTZ(6),
ADD COLUMN     "option" SMALLINT NOT NULL DEFAULT 0,
ADD CONSTRAINT "step_note_pkey" PRIMARY KEY ("project_id", "labelling_id", "step", "option", "kind");

-- CreateTable
CREATE TABLE "labelling_archive" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "reason" "archive_reason" NOT NULL,
    "archived_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "record" JSONB NOT NULL,

    CONSTRAINT "labelling_archive_pkey" PRIMARY KEY ("project_id","labelling_id","number")
);

-- CreateTable
CREATE TABLE "solution_revision" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "revision" SMALLINT NOT NULL,
    "steps" TEXT[],
    "step_spans" INTEGER[],
    "step_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "user_id" UUID NOT NULL,
    "replaced_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "change" TEXT NOT NULL,

    CONSTRAINT "solution_revision_pkey" PRIMARY KEY ("project_id","solution_id","revision")
);

-- CreateTable
CREATE TABLE "guideline_version" (
    "project_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "published_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guideline_version_pkey" PRIMARY KEY ("project_id","version")
);

-- CreateTable
CREATE TABLE "queue_due" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "kind" "due_kind" NOT NULL,
    "note" TEXT NOT NULL,
    "is_counted" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queue_due_pkey" PRIMARY KEY ("project_id","user_id","solution_id")
);

-- AddForeignKey
ALTER TABLE "labelling_archive" ADD CONSTRAINT "labelling_archive_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solution_revision" ADD CONSTRAINT "solution_revision_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solution_revision" ADD CONSTRAINT "solution_revision_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guideline_version" ADD CONSTRAINT "guideline_version_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guideline_version" ADD CONSTRAINT "guideline_version_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_due" ADD CONSTRAINT "queue_due_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_due" ADD CONSTRAINT "queue_due_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

alter table labelling
  -- What is said of the first error needs one. Data labelled elsewhere says what it says.
  add constraint labelling_error_said check (
    import_id is not null
    or (explanation is null and progress is null and cardinality(tags) = 0)
    or ratings[cardinality(ratings)] is not distinct from -1
  ),
  add constraint labelling_explanation_words check (explanation_option is null or explanation is not null),
  add constraint labelling_aside_range check (
    aside is not null and array_remove(aside, null) <@ array[-1, 0, 1]::smallint[]
    and (flow <> 'solution' or cardinality(aside) = 0 or cardinality(ratings) + cardinality(aside) <= step_count)
  ),
  add constraint labelling_lists_are_there check (tags is not null and step_times_ms is not null),
  add constraint labelling_times_range check (0 <= all (step_times_ms));

alter table step_note add constraint step_note_says_something check (kind = 'flag' or length(trim(text)) > 0);

alter table project add constraint project_splitting_style check (
  splitting in ('auto', 'step-tag', 'heading', 'step-n', 'blank-line', 'line')
);

alter table guideline_version
  add constraint guideline_version_counts check (version >= 1),
  add constraint guideline_version_has_text check (length(trim(text)) > 0);

-- Open reports of bad splits are few among many notes.
create index step_note_open_reports on step_note (project_id, labelling_id)
  where kind = 'bad_split' and dismissed_at is null;

-- What was is not changed afterwards; a project that is deleted takes its rows along.
create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger guideline_version_is_never_changed before update on guideline_version
  for each row execute function refuse_history_change();
create trigger labelling_archive_is_never_changed before update on labelling_archive
  for each row execute function refuse_history_change();
create trigger solution_revision_is_never_changed before update on solution_revision
  for each row execute function refuse_history_change();
