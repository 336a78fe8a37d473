-- AlterTable
ALTER TABLE "adjudication" ADD COLUMN     "changed_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- What a release's cursor is compared with, as of a labelling. It fires after `adjudication_is_never_changed`, which
-- looks at what the statement itself says.
create trigger adjudication_notes_change before insert or update on adjudication
  for each row execute function note_change();
