-- CreateTable
CREATE TABLE "agreement_run" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'running',
    "filters" JSONB NOT NULL,
    "result" JSONB,
    "read_rows" INTEGER NOT NULL DEFAULT 0,
    "all_rows" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "cancel_asked_at" TIMESTAMPTZ(6),
    "message" TEXT,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "agreement_run_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "agreement_run_project_id_created_at_idx" ON "agreement_run"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "agreement_run" ADD CONSTRAINT "agreement_run_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agreement_run" ADD CONSTRAINT "agreement_run_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
