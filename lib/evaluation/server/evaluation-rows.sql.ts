import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState, ScorerKind } from '@/lib/generated/prisma/enums'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import type { ResultTableDescription } from '@/lib/jobs/server/result-runs.sql'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import type { Transaction } from '@/lib/platform/server/database'
import type { EvaluationOptions } from '../contract'

export const evaluationResultTable: ResultTableDescription = {
  name: Prisma.sql`evaluation`,
  requestColumn: Prisma.sql`options`,
}

export interface EvaluationKey {
  projectId: string
  evaluationId: string
}

export interface EvaluationRow {
  evaluation: string
  state: JobState
  waitingFor: JobWaitReason
  options: unknown
  run: number | null
  model: string | null
  scorerName: string | null
  kind: ScorerKind | null
  version: number | null
  result: unknown
  readRows: number
  allRows: number | null
  message: string | null
  by: string
  createdAt: Date
  finishedAt: Date | null
}

const evaluationColumns = Prisma.sql`e.id as evaluation, e.state::text, ${waitingForColumnSql(Prisma.sql`e.state = 'running'`)}, e.options, r.number as run, r.model, sc.name as "scorerName", sc.kind::text, r.version,
  e.read_rows as "readRows", e.total_rows as "allRows", e.message, u.name as by, e.created_at as "createdAt",
  e.finished_at as "finishedAt"`

const evaluationTables = Prisma.sql`evaluation e join app_user u on u.id = e.user_id
  left join score_run r on r.project_id = e.project_id and r.id::text = e.options->>'scores'
  left join scorer sc on sc.project_id = r.project_id and sc.id = r.scorer_id`

export async function findEvaluation(
  db: Transaction,
  { projectId, evaluationId }: EvaluationKey,
): Promise<EvaluationRow | null> {
  const [row] = await db.$queryRaw<EvaluationRow[]>`
    select ${evaluationColumns}, e.result from ${evaluationTables}
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
    select ${evaluationColumns}, null as result from ${evaluationTables}
    where e.project_id = ${projectId}::uuid
    order by e.created_at desc, e.id desc limit ${count}`
}

const hasOptionsSql = (options: EvaluationOptions) =>
  Prisma.sql`options = ${JSON.stringify(options)}::jsonb`

/** The newest finished, failed or cancelled evaluation with these options. */
export async function findNewestEndedEvaluation(
  db: Transaction,
  projectId: string,
  options: EvaluationOptions,
): Promise<EvaluationRow | null> {
  const [row] = await db.$queryRaw<EvaluationRow[]>`
    select ${evaluationColumns}, e.result from ${evaluationTables}
    where e.project_id = ${projectId}::uuid and e.state <> 'running' and e.${hasOptionsSql(options)}
    order by e.created_at desc, e.id desc limit 1`
  return row ?? null
}

/** Whether the data that an evaluation with these scores reads has changed since an instant. */
export async function hasEvaluatedDataChangedSince(
  db: Transaction,
  projectId: string,
  { scores }: Pick<EvaluationOptions, 'scores'>,
  since: Date,
): Promise<boolean> {
  const isLaterSql = (column: Prisma.Sql) =>
    Prisma.sql`${column} > ${since.toISOString()}::timestamptz`
  const isOfProjectSql = Prisma.sql`project_id = ${projectId}::uuid`
  const hasRunFinishedSql =
    scores === 'imported'
      ? Prisma.sql`false`
      : Prisma.sql`exists (select from score_run where ${isOfProjectSql} and id = ${scores}::uuid
          and ${isLaterSql(Prisma.sql`finished_at`)})`
  // Annotations are looked up by person, which uses an index.
  const [row] = await db.$queryRaw<[{ hasChanged: boolean }]>`
    select exists (select from (
          select user_id from member where ${isOfProjectSql}
          union select id from app_user where is_instance_admin) people
        join annotation a on a.${isOfProjectSql} and a.user_id = people.user_id and a.state = 'submitted'
          and ${isLaterSql(Prisma.sql`a.submitted_at`)})
      or exists (select from annotation_archive where ${isOfProjectSql} and ${isLaterSql(Prisma.sql`archived_at`)})
      or exists (select from import_batch where ${isOfProjectSql} and state = 'done' and ${isLaterSql(Prisma.sql`finished_at`)})
      or exists (select from regrade where ${isOfProjectSql} and state = 'done' and ${isLaterSql(Prisma.sql`finished_at`)})
      or exists (select from answer_decision where ${isOfProjectSql} and ${isLaterSql(Prisma.sql`decided_at`)})
      or exists (select from solution_revision where ${isOfProjectSql} and ${isLaterSql(Prisma.sql`replaced_at`)})
      or exists (select from gold_item where ${isOfProjectSql} and ${isLaterSql(Prisma.sql`created_at`)})
      or exists (select from round where ${isOfProjectSql} and ${isLaterSql(Prisma.sql`started_at`)})
      or exists (select from scorer_version where ${isOfProjectSql} and state = 'done' and ${isLaterSql(Prisma.sql`finished_at`)})
      or ${hasRunFinishedSql} as "hasChanged"`
  return row.hasChanged
}
