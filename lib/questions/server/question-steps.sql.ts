import { Prisma } from '@/lib/generated/prisma/client'
import type { StoredList } from '@/lib/platform/server/stored-lists.sql'

/** Steps with open questions, computed for each solution. */
export const questionSteps: StoredList = {
  table: Prisma.sql`question_step`,
  changeTable: Prisma.sql`question_step_change`,
  source: Prisma.sql`listed_question_step`,
  group: Prisma.sql`solution_id`,
  keys: [Prisma.sql`project_id`, Prisma.sql`solution_id`, Prisma.sql`step`],
  values: [Prisma.sql`annotators`, Prisma.sql`latest`],
}
