-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- Of one webhook, what is due.
create index webhook_delivery_waiting on webhook_delivery (project_id, webhook_id, next_at) where next_at is not null;
