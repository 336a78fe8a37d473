import { Prisma } from '@/lib/generated/prisma/client'
import type { ScorerKind } from '@/lib/generated/prisma/enums'
import type { ResultRow } from '@/lib/jobs/server/result-rows.sql'
import type { ResultTableDescription } from '@/lib/jobs/server/result-runs.sql'
import type { Transaction } from '@/lib/platform/server/database'
import type { EvaluationOptions } from '../contract'

export const evaluationResultTable: ResultTableDescription = {
  name: Prisma.sql`evaluation`,
  requestColumn: Prisma.sql`options`,
  columns: Prisma.sql`r.id as evaluation, r.options, s.number as run, s.model, c.name as "scorerName", c.kind::text, s.version`,
  joins: Prisma.sql`left join score_run s on s.project_id = r.project_id and s.id::text = r.options->>'scores'
    left join scorer c on c.project_id = s.project_id and c.id = s.scorer_id`,
}

export interface EvaluationRow extends ResultRow {
  evaluation: string
  options: unknown
  run: number | null
  model: string | null
  scorerName: string | null
  kind: ScorerKind | null
  version: number | null
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
