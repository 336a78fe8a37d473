-- CreateTable
CREATE TABLE "webhook" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "collected_to" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_at" TIMESTAMPTZ(6),
    "off_at" TIMESTAMPTZ(6),
    "off_reason" TEXT,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_at" TIMESTAMPTZ(6),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(6),
    "status" SMALLINT,
    "took_ms" INTEGER,
    "trouble" TEXT,
    "delivered_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_project_id_webhook_id_created_at_idx" ON "webhook_delivery"("project_id", "webhook_id", "created_at");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_project_id_webhook_id_fkey" FOREIGN KEY ("project_id", "webhook_id") REFERENCES "webhook"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due, over all projects: asked every two seconds.
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
-- Whoever does something asks whether anybody is told of it.
create index webhook_on on webhook (project_id) where off_at is null;
alter table webhook
  add constraint webhook_events check (cardinality(events) > 0),
  add constraint webhook_off_reason check (off_reason is null or off_at is not null);
alter table webhook_delivery
  add constraint webhook_delivery_attempts check (attempts >= 0),
  add constraint webhook_delivery_ends check (delivered_at is null or next_at is null);
