import { isServedForQualityControlSql } from '@/lib/annotations/server/annotation-rules.sql'
import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { submittedAtTextSql } from '@/lib/annotations/server/own-work.sql'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { isActiveMemberSql } from '@/lib/projects/server/active-member.sql'
import type { ReviewState } from '../reviewed-fields'
import {
  type ArchivedAnnotationRecord,
  annotationContentColumnsSql,
  type AnnotationContentRow,
} from './annotation-content.sql'
import {
  hasDisagreementSql,
  lastReviewJoinSql,
  reviewStateSql,
  visibleAnnotatorNameSql,
} from './review-state.sql'
import { hidesSubmissionTimes } from './submission-times'

/** An annotation with the fields that determine which actions are allowed. */
export interface ReviewedAnnotationRow {
  annotation: string
  solutionId: string
  userId: string | null
  /** Null while names are hidden. */
  person: string | null
  isImported: boolean
  submittedAt: string | null
  /** Number of its last save. Every submission has a higher one. */
  version: number
  state: ReviewState | null
  isSubmitted: boolean
  isDisputed: boolean
  /** Gold and screening answers can't be changed. */
  isGoldOrScreening: boolean
  /** Its annotator is a member and can sign in. */
  canReceiveWork: boolean
}

export interface ReviewScope {
  projectId: string
  hidesAnnotatorNames: boolean
}

/** What a caller of a query may see. */
export interface ReviewReaderScope extends ReviewScope {
  hidesTimes: boolean
}

/** Whether reviewers of the project see names and times depends on its settings. */
export const makeReviewScope = (
  project: Pick<ProjectAccess, 'id' | 'hidesAnnotatorNames' | 'role'>,
): ReviewReaderScope => ({
  projectId: project.id,
  hidesAnnotatorNames: project.hidesAnnotatorNames,
  hidesTimes: hidesSubmissionTimes(project),
})

const reviewedColumns = (hidesAnnotatorNames: boolean) => Prisma.sql`
  l.id as annotation, l.solution_id as "solutionId", l.user_id as "userId",
  ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`coalesce(u.name, l.labeler)`)} as person,
  l.import_id is not null as "isImported",
  case when l.submitted_at is not null then ${submittedAtTextSql} end as "submittedAt", l.sequence as version,
  ${reviewStateSql} as state, l.state = 'submitted' as "isSubmitted", ${hasDisagreementSql} as "isDisputed",
  ${isServedForQualityControlSql()} as "isGoldOrScreening",
  coalesce(${isActiveMemberSql(Prisma.sql`l.project_id`)}, false) as "canReceiveWork"`

const fromAnnotation = Prisma.sql`annotation l ${lastReviewJoinSql} left join app_user u on u.id = l.user_id`

export async function findReviewedAnnotation(
  db: Transaction,
  { projectId, hidesAnnotatorNames }: ReviewScope,
  annotation: string,
): Promise<ReviewedAnnotationRow | null> {
  const [row] = await db.$queryRaw<ReviewedAnnotationRow[]>`
    select ${reviewedColumns(hidesAnnotatorNames)} from ${fromAnnotation}
    where l.project_id = ${projectId}::uuid and l.id = ${annotation}::uuid`
  return row ?? null
}

export type ComparedAnnotationRow = ReviewedAnnotationRow &
  AnnotationContentRow & { isCompared: boolean; letter: number }

/**
 * Submitted annotations of a solution's current steps. `letter`: from 1. The first two are in random order, and later ones
 * follow in the order in which they were started or imported, so that no letter changes while people compare.
 */
export function listAnnotationsToCompare(
  db: Transaction,
  { projectId, hidesAnnotatorNames }: ReviewScope,
  { solutionId }: Pick<SolutionKey, 'solutionId'>,
): Promise<ComparedAnnotationRow[]> {
  return db.$queryRaw<ComparedAnnotationRow[]>`
    with in_order as (
      select l.id, l.solution_id, row_number() over (order by greatest(l.started_at, i.created_at), l.id) as number
      from annotation l left join import_batch i on i.project_id = l.project_id and i.id = l.import_id
      where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid
    ), with_letters as materialized (
      select id, row_number() over (order by greatest(number, 2), md5(id::text || solution_id::text))::int as letter
      from in_order
    )
    select ${reviewedColumns(hidesAnnotatorNames)}, ${annotationContentColumnsSql}, o.letter,
      exists (select from comparable_annotation c where c.project_id = l.project_id and c.solution_id = l.solution_id
        and c.id = l.id) as "isCompared"
    from ${fromAnnotation} join with_letters o on o.id = l.id
      join solution s on s.project_id = l.project_id and s.id = l.solution_id and s.revision = l.revision
    where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid and l.state = 'submitted'
    order by o.letter`
}

export async function findAnnotationContent(
  db: Transaction,
  projectId: string,
  annotation: string,
): Promise<(AnnotationContentRow & { revision: number }) | null> {
  const [row] = await db.$queryRaw<(AnnotationContentRow & { revision: number })[]>`
    select ${annotationContentColumnsSql}, l.revision from annotation l
    where l.project_id = ${projectId}::uuid and l.id = ${annotation}::uuid`
  return row ?? null
}

/**
 * Number of steps of the annotation's revision whose other options its annotator has seen. Steps without other options
 * have a reveal too if they were rated negative, but don't count.
 */
export async function countStepsWithRevealedOptions(
  db: Transaction,
  projectId: string,
  annotation: string,
): Promise<number> {
  const [row] = await db.$queryRaw<{ reveals: number }[]>`
    select count(*)::int as reveals
    from annotation l join option_reveal r on r.project_id = l.project_id and r.annotation_id = l.id
    where l.project_id = ${projectId}::uuid and l.id = ${annotation}::uuid and r.revision = l.revision
      and exists (select from step_option o
        where o.project_id = l.project_id and o.solution_id = l.solution_id and o.step = r.step and o.option > 0)`
  return row!.reveals
}

/** The version that was last returned, with the texts of its options as they are now; null for none. */
export async function findReturnedAnnotationVersion(
  db: Transaction,
  projectId: string,
  annotation: string,
): Promise<ArchivedAnnotationRecord | null> {
  const [row] = await db.$queryRaw<{ record: ArchivedAnnotationRecord }[]>`
    select a.record || jsonb_build_object('option_ratings', coalesce((
        select jsonb_agg(o.rating || jsonb_build_object('text', t.text) order by o.position)
        from jsonb_array_elements(a.record->'option_ratings') with ordinality as o(rating, position)
          join step_option t on t.project_id = l.project_id and t.solution_id = l.solution_id
            and t.step = (o.rating->>'step')::int and t.option = (o.rating->>'option')::int), '[]')) as record
    from annotation_archive a join annotation l on l.project_id = a.project_id and l.id = a.annotation_id
    where a.project_id = ${projectId}::uuid and a.annotation_id = ${annotation}::uuid and a.reason = 'returned'
    order by a.number desc limit 1`
  return row?.record ?? null
}

export interface ReviewedSolution {
  flow: string
  externalId: string | null
  revision: number
  statement: string
  reference: string | null
  answer: string | null
  score: number | null
  steps: string[]
  stepSpans: number[]
  stepIds: number[]
  isGold: boolean
}

export async function findReviewedSolution(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<ReviewedSolution | null> {
  const [row] = await db.$queryRaw<ReviewedSolution[]>`
    select s.flow::text, s.external_id as "externalId", s.revision, p.statement, p.answer as reference, s.answer,
      coalesce(q.score, s.score) as score, s.steps, s.step_spans as "stepSpans", s.step_ids as "stepIds",
      exists (select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id) as "isGold"
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      left join queue_item q on q.project_id = s.project_id and q.solution_id = s.id
    where s.project_id = ${projectId}::uuid and s.id = ${solutionId}::uuid`
  return row ?? null
}
