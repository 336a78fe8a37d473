-- CreateEnum
CREATE TYPE "ruling_state" AS ENUM ('draft', 'published');

-- CreateEnum
CREATE TYPE "question_kind" AS ENUM ('flag', 'comment', 'reviewer');

-- CreateEnum
CREATE TYPE "question_state" AS ENUM ('open', 'ruled', 'set_aside');

-- CreateTable
CREATE TABLE "ruling" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "heading" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "example_solution_id" UUID,
    "example_revision" SMALLINT,
    "example_step" SMALLINT,
    "example_option" SMALLINT,
    "example_problem" TEXT,
    "example_text" TEXT,
    "example_rating" SMALLINT,
    "example_why" TEXT,
    "state" "ruling_state" NOT NULL DEFAULT 'draft',
    "guideline_version" INTEGER,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(6),

    CONSTRAINT "ruling_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "question" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "labelling_id" UUID,
    "solution_id" UUID NOT NULL,
    "revision" SMALLINT NOT NULL,
    "step" SMALLINT NOT NULL,
    "option" SMALLINT NOT NULL DEFAULT 0,
    "kind" "question_kind" NOT NULL,
    "words" TEXT NOT NULL,
    "asked_by" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "question_state" NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "ruling_id" UUID,
    "user_id" UUID,
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "question_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "ruling_return" (
    "project_id" UUID NOT NULL,
    "ruling_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "returned_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ruling_return_pkey" PRIMARY KEY ("project_id","ruling_id","labelling_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ruling_project_id_number_key" ON "ruling"("project_id", "number");

-- CreateIndex
CREATE INDEX "question_project_id_ruling_id_idx" ON "question"("project_id", "ruling_id");

-- CreateIndex
CREATE INDEX "question_project_id_labelling_id_idx" ON "question"("project_id", "labelling_id");

-- CreateIndex
CREATE INDEX "question_project_id_solution_id_idx" ON "question"("project_id", "solution_id");

-- AddForeignKey
ALTER TABLE "ruling" ADD CONSTRAINT "ruling_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ruling" ADD CONSTRAINT "ruling_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ruling" ADD CONSTRAINT "ruling_project_id_guideline_version_fkey" FOREIGN KEY ("project_id", "guideline_version") REFERENCES "guideline_version"("project_id", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_project_id_ruling_id_fkey" FOREIGN KEY ("project_id", "ruling_id") REFERENCES "ruling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_asked_by_fkey" FOREIGN KEY ("asked_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ruling_return" ADD CONSTRAINT "ruling_return_project_id_ruling_id_fkey" FOREIGN KEY ("project_id", "ruling_id") REFERENCES "ruling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ruling_return" ADD CONSTRAINT "ruling_return_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ruling_return" ADD CONSTRAINT "ruling_return_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

alter table ruling
  add constraint ruling_counts check (number >= 1),
  add constraint ruling_says_something check (length(trim(heading)) > 0 and length(trim(words)) > 0),
  -- Published is: in a version of the guideline, since a time.
  add constraint ruling_published check (
    (state = 'published') = (guideline_version is not null) and (state = 'published') = (published_at is not null)
  ),
  -- A worked example is whole, or there is none.
  add constraint ruling_example_whole check (
    num_nulls(example_solution_id, example_revision, example_step, example_option, example_problem, example_text,
      example_rating, example_why) in (0, 8)
  ),
  add constraint ruling_example_range check (
    example_rating between -1 and 1 and example_step >= 0 and example_option >= 0
  );

-- Annotators have read it: what was published is not changed afterwards.
create trigger ruling_is_never_changed before update on ruling
  for each row when (old.state = 'published') execute function refuse_history_change();

alter table question
  add constraint question_says_something check (kind = 'flag' or length(trim(words)) > 0),
  add constraint question_places check (step >= 0 and option >= 0 and revision >= 1),
  -- An annotator's open questions are the notes themselves, so that none dangles when its note goes.
  add constraint question_of_note check ((kind = 'reviewer') = (labelling_id is null)),
  add constraint question_open check (
    (state <> 'open' or kind = 'reviewer')
    and (state = 'open') = (user_id is null) and (state = 'open') = (settled_at is null)
  ),
  add constraint question_ruled check ((state = 'ruled') = (ruling_id is not null));

-- Open questions are few among many notes, and among those that are settled.
create index step_note_open_questions on step_note (project_id, labelling_id)
  where kind in ('flag', 'comment') and dismissed_at is null;
create index question_open_ones on question (project_id) where state = 'open';
create index question_set_aside on question (project_id, settled_at desc) where state = 'set_aside';
