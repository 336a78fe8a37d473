import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { visibleAnnotatorNameSql } from '@/lib/reviews/server/review-state.sql'
import type { ReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'

export interface SplitReportRow {
  annotation: string
  /** Null while names are hidden. */
  person: string | null
  text: string
}

export interface SplitReportStepRow {
  solution: string
  externalId: string | null
  revision: number
  step: number
  stepCount: number
  problem: string
  text: string
  annotations: number
  reports: SplitReportRow[]
}

/** Open reports on the current steps. */
const openReportsSql = ({ projectId, hidesAnnotatorNames }: ReviewScope) => Prisma.sql`
  select l.solution_id, n.step, l.id as annotation,
    ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`coalesce(u.name, l.labeler)`)} as person, n.text
  from step_note n
    join annotation l on l.project_id = n.project_id and l.id = n.annotation_id
    join solution s on s.project_id = l.project_id and s.id = l.solution_id and s.revision = l.revision
    left join app_user u on u.id = l.user_id
  where n.project_id = ${projectId}::uuid and n.kind = 'bad_split' and n.dismissed_at is null`

/** Steps with open reports, in the order in which their solutions were imported, then by number. */
export function listStepsWithSplitReports(
  db: Transaction,
  scope: ReviewScope,
  { limit, after }: { limit: number; after: { solution: string; step: number } | null },
): Promise<SplitReportStepRow[]> {
  const afterCursor = after
    ? Prisma.sql`where (r.solution_id, r.step) > (${after.solution}::uuid, ${after.step}::int)`
    : Prisma.empty
  return db.$queryRaw<SplitReportStepRow[]>`
    with reported as (
      select solution_id, step, jsonb_agg(jsonb_build_object('annotation', annotation, 'person', person, 'text', text)
        order by annotation) as reports
      from (${openReportsSql(scope)}) o group by solution_id, step
    ), page as (select r.* from reported r ${afterCursor} order by r.solution_id, r.step limit ${limit})
    select r.solution_id as solution, s.external_id as "externalId", s.revision, r.step,
      cardinality(s.steps) as "stepCount", p.statement as problem, s.steps[r.step + 1] as text, r.reports,
      (select count(*)::int from annotation l
        where l.project_id = s.project_id and l.solution_id = s.id) as annotations
    from page r
      join solution s on s.project_id = ${scope.projectId}::uuid and s.id = r.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    order by r.solution_id, r.step`
}

export async function countStepsWithSplitReports(
  db: Transaction,
  projectId: string,
): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    select count(distinct (solution_id, step))::int as n from (${openReportsSql({ projectId, hidesAnnotatorNames: false })}) o`
  return row!.n
}

export function listSplitReportsOfSolution(
  db: Transaction,
  { solutionId, ...scope }: ReviewScope & { solutionId: string },
): Promise<(SplitReportRow & { step: number })[]> {
  return db.$queryRaw<(SplitReportRow & { step: number })[]>`
    select annotation, person, step, text from (${openReportsSql(scope)}) o
    where solution_id = ${solutionId}::uuid order by step, annotation`
}

/** Dismisses or reopens reports at one step. Returns how many changed. */
export function setSplitReportsDismissed(
  db: Transaction,
  { projectId, solutionId }: { projectId: string; solutionId: string },
  { step, annotations, dismissed }: { step: number; annotations: string[]; dismissed: boolean },
): Promise<number> {
  return db.$executeRaw`
    update step_note n set dismissed_at = case when ${dismissed} then now() end
    from annotation l
    where n.project_id = ${projectId}::uuid and n.kind = 'bad_split' and n.step = ${step}
      and (n.dismissed_at is null) = ${dismissed}
      and l.project_id = n.project_id and l.id = n.annotation_id and l.solution_id = ${solutionId}::uuid
      and l.id = any (${annotations}::uuid[])`
}
