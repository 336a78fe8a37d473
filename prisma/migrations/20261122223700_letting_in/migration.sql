-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed');

-- CreateTable
CREATE TABLE "invite" (
    "id" UUID NOT NULL,
    "project_id" UUID,
    "role" "project_role",
    "email" TEXT,
    "secret_hash" BYTEA NOT NULL,
    "mailed_hash" BYTEA,
    "mail" "mail_state",
    "made_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),
    "used_by_id" UUID,
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "invite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "made_by_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invite_secret_hash_key" ON "invite"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invite_mailed_hash_key" ON "invite"("mailed_hash");

-- CreateIndex
CREATE INDEX "invite_project_id_created_at_idx" ON "invite"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "invite_made_by_id_idx" ON "invite"("made_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_secret_hash_key" ON "password_reset"("secret_hash");

-- CreateIndex
CREATE INDEX "password_reset_user_id_idx" ON "password_reset"("user_id");

-- AddForeignKey
ALTER TABLE "invite" ADD CONSTRAINT "invite_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invite" ADD CONSTRAINT "invite_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invite" ADD CONSTRAINT "invite_used_by_id_fkey" FOREIGN KEY ("used_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma cannot say.

alter table invite
  add constraint invite_is_for_something check ((project_id is null) = (role is null)),
  add constraint invite_has_length check (expires_at > created_at),
  add constraint invite_email_form check (email = lower(trim(email)) and email like '_%@_%'),
  add constraint invite_mail_has_address check (mail is null or email is not null),
  -- Who used one may be deleted later; nobody can have used one that was not.
  add constraint invite_used_by_somebody check (used_by_id is null or used_at is not null),
  add constraint invite_ends_once check (used_at is null or revoked_at is null);
alter table password_reset add constraint password_reset_has_length check (expires_at > created_at);

-- What a person holds goes back, and its places are free again, in the transaction in which they leave. The lock is the
-- one that claims take (`lockClaimer`), so that nothing is given out meanwhile. Gold goes back as `end_expired_leases` does it.
create function give_back_leases(p_project uuid, p_user uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('claim/' || p_project::text || '/' || p_user::text, 0));
  with ended as (
    delete from lease where project_id = p_project and user_id = p_user returning solution_id, purpose
  ), counted as (
    select solution_id, count(*)::int as n from ended where purpose = 'work' group by solution_id order by solution_id
  ), opened as (
    update queue_item q set opened_in = pg_current_xact_id()
    from ended e where e.purpose <> 'work' and q.project_id = p_project and q.solution_id = e.solution_id
      and q.held + q.done < q.wanted
  )
  update queue_item q set held = q.held - c.n
  from counted c where q.project_id = p_project and q.solution_id = c.solution_id;
end
$$;

create function give_back_of_member() returns trigger language plpgsql as $$
begin
  perform give_back_leases(old.project_id, old.user_id);
  return null;
end
$$;
create trigger member_goes_gives_back after delete on member
  for each row execute function give_back_of_member();

create function give_back_of_disabled() returns trigger language plpgsql as $$
declare
  held uuid;
begin
  for held in select distinct project_id from lease where user_id = new.id order by project_id loop
    perform give_back_leases(held, new.id);
  end loop;
  return null;
end
$$;
create trigger account_disabled_gives_back after update of disabled_at on app_user
  for each row when (old.disabled_at is null and new.disabled_at is not null)
  execute function give_back_of_disabled();

-- A pause stays with the person: who is removed and let in again is paused as before.
create function join_paused() returns trigger language plpgsql as $$
begin
  select p.started_at, p.message into new.paused_at, new.pause_message from pause p
    where p.project_id = new.project_id and p.user_id = new.user_id and p.ended_at is null;
  return new;
end
$$;
create trigger member_joins_paused before insert on member
  for each row execute function join_paused();
