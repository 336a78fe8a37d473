import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { visibleAnnotatorNameSql } from '@/lib/reviews/server/review-state.sql'
import type { ReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import type { StepRevision } from '@/lib/steps/step-revision'
import type { AnnotationStateForRepair } from '../describe-repair'

export function findSolutionWithSteps(db: Transaction, { projectId, solutionId }: SolutionKey) {
  return db.solution.findUnique({
    where: { projectId_id: { projectId, id: solutionId } },
    select: {
      externalId: true,
      flow: true,
      revision: true,
      text: true,
      answer: true,
      steps: true,
      stepSpans: true,
      stepIds: true,
      problem: { select: { statement: true } },
    },
  })
}

/** Earlier steps, oldest revision first. */
export function listStepRevisions(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<StepRevision[]> {
  return db.solutionRevision.findMany({
    where: { projectId, solutionId },
    orderBy: { revision: 'asc' },
    select: { steps: true, stepSpans: true, stepIds: true },
  })
}

/** The repairs of the steps, latest first. */
export async function listRepairHistory(db: Transaction, { projectId, solutionId }: SolutionKey) {
  const rows = await db.$queryRaw<
    { revision: number; change: string; person: string; replacedAt: Date; stepCount: number }[]
  >`
    select r.revision, r.change, u.name as person, r.replaced_at as "replacedAt",
      cardinality(r.steps) as "stepCount"
    from solution_revision r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid and r.solution_id = ${solutionId}::uuid
    order by r.revision desc`
  return rows.map(({ replacedAt, ...row }) => ({ ...row, replacedAt: replacedAt.toISOString() }))
}

/** On a draft `l`: its annotator skipped the solution in its current round, and it was not returned to them. */
const isSkippedSql = Prisma.sql`
  exists (select from skip k join queue_item q on q.project_id = k.project_id and q.solution_id = k.solution_id and q.round = k.round
    where k.project_id = l.project_id and k.solution_id = l.solution_id and k.user_id = l.user_id)
  and not exists (select from queue_rework w
    where w.project_id = l.project_id and w.solution_id = l.solution_id and w.user_id = l.user_id)
  and not exists (select from lease e
    where e.project_id = l.project_id and e.solution_id = l.solution_id and e.user_id = l.user_id)`

export interface RepairableAnnotationRow {
  annotation: string
  userId: string | null
  /** Null while names are hidden. */
  person: string | null
  state: AnnotationStateForRepair
  isImported: boolean
  finishReason: FinishReason | null
  ratings: (Rating | null)[]
  superseded: (Rating | null)[]
  stepTimesMs: number[]
}

/** Without withdrawn annotations: they keep the steps that were rated, so that their annotators can read them. */
export function listAnnotationsOfSolution(
  db: Transaction,
  { projectId, solutionId, hidesAnnotatorNames }: SolutionKey & ReviewScope,
): Promise<RepairableAnnotationRow[]> {
  return db.$queryRaw<RepairableAnnotationRow[]>`
    select l.id as annotation, l.user_id as "userId", 
      ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`coalesce(u.name, l.labeler)`)} as person,
      case when l.state = 'draft' and ${isSkippedSql} then 'skipped' else l.state::text end as state,
      l.import_id is not null as "isImported", l.finish_reason::text as "finishReason", to_jsonb(l.ratings) as ratings,
      to_jsonb(l.superseded_ratings) as superseded, to_jsonb(l.step_times_ms) as "stepTimesMs"
    from annotation l left join app_user u on u.id = l.user_id
    where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid and l.state <> 'withdrawn'
    order by l.id`
}
