-- CreateTable
CREATE TABLE "review_draw" (
    "project_id" UUID NOT NULL,
    "submitted_at" TIMESTAMPTZ(6) NOT NULL,
    "labelling_id" UUID NOT NULL,

    CONSTRAINT "review_draw_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "review_sample_project_id_drawn_at_labelling_id_idx" ON "review_sample"("project_id", "drawn_at", "labelling_id");

-- What Prisma cannot say ------------------------------------------------------------------------------------------

alter table review_sample add constraint review_sample_chance check (chance > 0 and chance <= 1);
