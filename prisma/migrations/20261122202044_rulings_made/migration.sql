-- AlterTable
ALTER TABLE "project" ADD COLUMN     "rulings_made" INTEGER NOT NULL DEFAULT 0;

-- What Prisma cannot say ------------------------------------------------------------------------------------------

update project p set rulings_made = r.number
from (select project_id, max(number) as number from ruling group by project_id) r where r.project_id = p.id;
