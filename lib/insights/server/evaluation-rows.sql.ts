import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState } from '@/lib/generated/prisma/enums'
import type { ResultTable } from '@/lib/jobs/server/result-runs.sql'
import type { Transaction } from '@/lib/platform/server/database'
import type { EvaluationOptions } from '../contract'

export const evaluationTable: ResultTable = {
  name: Prisma.sql`evaluation`,
  asked: Prisma.sql`options`,
}

export interface EvaluationPlace {
  projectId: string
  evaluationId: string
}

/** One start of an evaluation: what is written for an older one is not written. */
export interface EvaluationRun extends EvaluationPlace {
  attempt: number
}

export interface EvaluationRow {
  evaluation: string
  state: JobState
  options: unknown
  run: number | null
  model: string | null
  version: number | null
  result: unknown
  readRows: number
  allRows: number | null
  message: string | null
  by: string
  createdAt: Date
  finishedAt: Date | null
}

const columns = Prisma.sql`e.id as evaluation, e.state::text, e.options, r.number as run, r.model, r.version,
  e.read_rows as "readRows", e.all_rows as "allRows", e.message, u.name as by, e.created_at as "createdAt",
  e.finished_at as "finishedAt"`

const rows = Prisma.sql`evaluation e join app_user u on u.id = e.user_id
  left join score_run r on r.project_id = e.project_id and r.id::text = e.options->>'scores'`

export async function findEvaluation(
  db: Transaction,
  { projectId, evaluationId }: EvaluationPlace,
): Promise<EvaluationRow | null> {
  const [row] = await db.$queryRaw<EvaluationRow[]>`
    select ${columns}, e.result from ${rows}
    where e.project_id = ${projectId}::uuid and e.id = ${evaluationId}::uuid`
  return row ?? null
}

/** Newest first, without results. */
export function listEvaluationRows(
  db: Transaction,
  projectId: string,
  count: number,
): Promise<EvaluationRow[]> {
  return db.$queryRaw<EvaluationRow[]>`
    select ${columns}, null as result from ${rows}
    where e.project_id = ${projectId}::uuid
    order by e.created_at desc, e.id desc limit ${count}`
}

/** False where one is under way. Two at once: the second waits here and sees the first. */
export async function insertEvaluation(
  db: Transaction,
  { projectId, evaluationId, attempt }: EvaluationRun,
  { userId, options }: { userId: string; options: EvaluationOptions },
): Promise<boolean> {
  await db.$queryRaw`select id from project where id = ${projectId}::uuid for no key update`
  const added = await db.$executeRaw`
    insert into evaluation (project_id, id, user_id, options, attempt)
    select ${projectId}::uuid, ${evaluationId}::uuid, ${userId}::uuid, ${JSON.stringify(options)}::jsonb, ${attempt}
    where not exists (select from evaluation where project_id = ${projectId}::uuid and state = 'running')`
  return added === 1
}
