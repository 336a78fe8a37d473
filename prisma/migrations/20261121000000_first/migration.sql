-- CreateEnum
CREATE TYPE "token_scope" AS ENUM ('read', 'write');

-- CreateEnum
CREATE TYPE "project_role" AS ENUM ('annotator', 'reviewer', 'admin');

-- CreateEnum
CREATE TYPE "finish_reason" AS ENUM ('solution', 'found_error', 'give_up', 'bad_problem');

-- CreateEnum
CREATE TYPE "labelling_state" AS ENUM ('draft', 'submitted');

-- CreateEnum
CREATE TYPE "progress" AS ENUM ('none', 'some', 'most');

-- CreateEnum
CREATE TYPE "step_note_kind" AS ENUM ('flag', 'comment', 'bad_split');

-- CreateEnum
CREATE TYPE "input_method" AS ENUM ('key', 'pointer', 'touch');

-- CreateEnum
CREATE TYPE "verdict" AS ENUM ('correct', 'wrong', 'unsure');

-- CreateEnum
CREATE TYPE "flow" AS ENUM ('solution', 'step_choice');

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "is_instance_admin" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "revoked_at" TIMESTAMPTZ(6),
    "user_agent" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "scope" "token_scope" NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMPTZ(6),

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "member" (
    "project_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "project_role" NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "import_batch" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "lines" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "problems" INTEGER NOT NULL,
    "solutions" INTEGER NOT NULL,
    "labellings" INTEGER NOT NULL,
    "repeated" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "import_batch_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "labelling" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "user_id" UUID,
    "import_id" UUID,
    "labeler" TEXT NOT NULL,
    "identity" BYTEA,
    "state" "labelling_state" NOT NULL,
    "flow" "flow" NOT NULL,
    "step_count" SMALLINT NOT NULL,
    "ratings" SMALLINT[],
    "flagged" BOOLEAN[],
    "chosen" SMALLINT[],
    "offered" SMALLINT[],
    "finish_reason" "finish_reason",
    "finish_note" TEXT,
    "explanation" TEXT,
    "progress" "progress",
    "irregular" TEXT,
    "generation" INTEGER,
    "is_quality_control" BOOLEAN NOT NULL DEFAULT false,
    "is_screening" BOOLEAN NOT NULL DEFAULT false,
    "recorded_at" TEXT,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(6),
    "total_time_ms" BIGINT NOT NULL DEFAULT 0,
    "guideline_version" INTEGER,
    "answer_shown" BOOLEAN,
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "writer" UUID,

    CONSTRAINT "labelling_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "option_rating" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "step" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "solution_id" UUID NOT NULL,
    "option" SMALLINT NOT NULL,
    "rating" SMALLINT,
    "flagged" BOOLEAN,

    CONSTRAINT "option_rating_pkey" PRIMARY KEY ("project_id","labelling_id","step","position")
);

-- CreateTable
CREATE TABLE "human_option" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "step" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,
    "flagged" BOOLEAN NOT NULL,
    "corrected_rating" SMALLINT,

    CONSTRAINT "human_option_pkey" PRIMARY KEY ("project_id","labelling_id","step")
);

-- CreateTable
CREATE TABLE "step_note" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "step" SMALLINT NOT NULL,
    "kind" "step_note_kind" NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "step_note_pkey" PRIMARY KEY ("project_id","labelling_id","step","kind")
);

-- CreateTable
CREATE TABLE "labelling_event" (
    "project_id" UUID NOT NULL,
    "labelling_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "active_ms" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "step" SMALLINT,
    "option" SMALLINT,
    "rating" SMALLINT,
    "input_method" "input_method" NOT NULL,
    "guideline_version" INTEGER NOT NULL,
    "answer_shown" BOOLEAN NOT NULL,
    "hint_shown" BOOLEAN NOT NULL,

    CONSTRAINT "labelling_event_pkey" PRIMARY KEY ("project_id","labelling_id","sequence")
);

-- CreateTable
CREATE TABLE "instance_setting" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "instance_setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "actor" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "reply" JSONB,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("actor","key")
);

-- CreateTable
CREATE TABLE "audit_chain" (
    "chain" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("chain")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "chain" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "project_id" UUID,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("chain","sequence")
);

-- CreateTable
CREATE TABLE "problem" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "identity" BYTEA NOT NULL,
    "external_id" TEXT,
    "statement" TEXT NOT NULL,
    "answer" TEXT,
    "reference_solution" TEXT,
    "subject" TEXT,
    "level" TEXT,
    "metadata" JSONB NOT NULL,

    CONSTRAINT "problem_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "solution" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "problem_id" UUID NOT NULL,
    "identity" BYTEA NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "record_hash" BYTEA NOT NULL,
    "external_id" TEXT,
    "flow" "flow" NOT NULL,
    "text" TEXT,
    "splitter" TEXT,
    "step_spans" INTEGER[],
    "steps" TEXT[],
    "answer" TEXT,
    "verdict" "verdict" NOT NULL,
    "verdict_reason" TEXT NOT NULL,
    "grader_version" TEXT NOT NULL,
    "score" DOUBLE PRECISION,
    "step_scores" JSONB,
    "generator" TEXT,
    "metadata" JSONB NOT NULL,
    "import_id" UUID NOT NULL,

    CONSTRAINT "solution_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "step_option" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "step" SMALLINT NOT NULL,
    "option" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,
    "source" TEXT,

    CONSTRAINT "step_option_pkey" PRIMARY KEY ("project_id","solution_id","step","option")
);

-- CreateTable
CREATE TABLE "step_explanation" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "step" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "step_explanation_pkey" PRIMARY KEY ("project_id","solution_id","step","position")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "flow" "flow" NOT NULL DEFAULT 'solution',
    "guideline_version" INTEGER NOT NULL DEFAULT 1,
    "shows_answer" BOOLEAN NOT NULL DEFAULT true,
    "lease_minutes" INTEGER NOT NULL DEFAULT 30,
    "overlap" SMALLINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "queue_item" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "problem_id" UUID NOT NULL,
    "slice" TEXT NOT NULL,
    "tier" SMALLINT NOT NULL,
    "pass" INTEGER NOT NULL,
    "priority" DOUBLE PRECISION NOT NULL,
    "reason" TEXT NOT NULL,
    "wanted" SMALLINT NOT NULL,
    "held" SMALLINT NOT NULL DEFAULT 0,
    "done" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "queue_item_pkey" PRIMARY KEY ("project_id","solution_id")
);

-- CreateTable
CREATE TABLE "lease" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "is_ahead" BOOLEAN NOT NULL DEFAULT false,
    "claimed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "skip" (
    "project_id" UUID NOT NULL,
    "solution_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skip_pkey" PRIMARY KEY ("project_id","solution_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_secret_hash_key" ON "session"("secret_hash");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_secret_hash_key" ON "api_token"("secret_hash");

-- CreateIndex
CREATE INDEX "api_token_user_id_idx" ON "api_token"("user_id");

-- CreateIndex
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");

-- CreateIndex
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

-- CreateIndex
CREATE INDEX "labelling_project_id_user_id_submitted_at_idx" ON "labelling"("project_id", "user_id", "submitted_at");

-- CreateIndex
CREATE INDEX "labelling_project_id_import_id_idx" ON "labelling"("project_id", "import_id");

-- CreateIndex
CREATE UNIQUE INDEX "labelling_project_id_solution_id_user_id_key" ON "labelling"("project_id", "solution_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "labelling_project_id_identity_key" ON "labelling"("project_id", "identity");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "audit_entry_project_id_at_idx" ON "audit_entry"("project_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "problem_project_id_identity_key" ON "problem"("project_id", "identity");

-- CreateIndex
CREATE INDEX "solution_project_id_problem_id_idx" ON "solution"("project_id", "problem_id");

-- CreateIndex
CREATE INDEX "solution_project_id_import_id_idx" ON "solution"("project_id", "import_id");

-- CreateIndex
CREATE UNIQUE INDEX "solution_project_id_identity_key" ON "solution"("project_id", "identity");

-- CreateIndex
CREATE UNIQUE INDEX "project_slug_key" ON "project"("slug");

-- CreateIndex
CREATE INDEX "queue_item_open" ON "queue_item"("project_id", "tier", "pass", "priority" DESC, "solution_id");

-- CreateIndex
CREATE INDEX "queue_item_project_id_problem_id_idx" ON "queue_item"("project_id", "problem_id");

-- CreateIndex
CREATE INDEX "lease_project_id_expires_at_idx" ON "lease"("project_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "lease_project_id_solution_id_user_id_key" ON "lease"("project_id", "solution_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "lease_project_id_user_id_is_ahead_key" ON "lease"("project_id", "user_id", "is_ahead");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_batch" ADD CONSTRAINT "import_batch_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_batch" ADD CONSTRAINT "import_batch_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labelling" ADD CONSTRAINT "labelling_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labelling" ADD CONSTRAINT "labelling_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "option_rating" ADD CONSTRAINT "option_rating_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "option_rating" ADD CONSTRAINT "option_rating_project_id_solution_id_step_option_fkey" FOREIGN KEY ("project_id", "solution_id", "step", "option") REFERENCES "step_option"("project_id", "solution_id", "step", "option") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "human_option" ADD CONSTRAINT "human_option_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_note" ADD CONSTRAINT "step_note_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labelling_event" ADD CONSTRAINT "labelling_event_project_id_labelling_id_fkey" FOREIGN KEY ("project_id", "labelling_id") REFERENCES "labelling"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem" ADD CONSTRAINT "problem_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solution" ADD CONSTRAINT "solution_project_id_problem_id_fkey" FOREIGN KEY ("project_id", "problem_id") REFERENCES "problem"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_option" ADD CONSTRAINT "step_option_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_explanation" ADD CONSTRAINT "step_explanation_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queue_item" ADD CONSTRAINT "queue_item_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lease" ADD CONSTRAINT "lease_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lease" ADD CONSTRAINT "lease_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skip" ADD CONSTRAINT "skip_project_id_solution_id_fkey" FOREIGN KEY ("project_id", "solution_id") REFERENCES "solution"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skip" ADD CONSTRAINT "skip_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
