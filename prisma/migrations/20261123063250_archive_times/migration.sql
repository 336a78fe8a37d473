-- CreateIndex
CREATE INDEX "labelling_archive_project_id_archived_at_idx" ON "labelling_archive"("project_id", "archived_at");
