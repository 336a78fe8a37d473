-- AlterTable
ALTER TABLE "regrade" ADD COLUMN     "applied_by" UUID;

-- AlterTable
ALTER TABLE "solution" ADD COLUMN     "file_verdict" "verdict",
ADD COLUMN     "overrule_note" TEXT,
ADD COLUMN     "overruled_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "regrade_pair" (
    "project_id" UUID NOT NULL,
    "regrade_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "given" TEXT,
    "truth" TEXT,
    "solutions" INTEGER NOT NULL,
    "verdict" "verdict",
    "reason" TEXT,

    CONSTRAINT "regrade_pair_pkey" PRIMARY KEY ("project_id","regrade_id","number")
);

-- AddForeignKey
ALTER TABLE "regrade" ADD CONSTRAINT "regrade_applied_by_fkey" FOREIGN KEY ("applied_by") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "regrade_pair" ADD CONSTRAINT "regrade_pair_project_id_regrade_id_fkey" FOREIGN KEY ("project_id", "regrade_id") REFERENCES "regrade"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

-- Until now only the reason's first words told who spoke of one solution alone; when, the audit log knows.
update solution s set
  overrule_note = substr(s.verdict_reason, length('A person says so of this solution: ') + 1),
  overruled_at = coalesce(
    (select max(e.at) from audit_entry e
      where e.project_id = s.project_id and e.action = 'answers.settle' and e.target = 'solution:' || s.id),
    now())
where s.verdict_by = 'person' and starts_with(s.verdict_reason, 'A person says so of this solution: ');

alter table solution
  add constraint solution_overruled check (
    (overruled_at is null) = (overrule_note is null) and (overruled_at is null or verdict_by = 'person')),
  add constraint solution_file_verdict check (file_verdict is null or verdict_by = 'person');

-- What a preview found is kept from now on: of earlier ones nothing was.
update regrade set state = 'cancelled', attempt = attempt + 1, finished_at = now(),
  message = 'Stepmark was renewed. Nothing was changed; look at a new preview.'
where state in ('previewing', 'previewed', 'applying');

alter table regrade_pair
  add constraint regrade_pair_graded check ((verdict is null) = (reason is null));
