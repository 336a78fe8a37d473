import {
  comparisonConditionsSql,
  countsAsWorkSql,
  isOfSliceSql,
  compareSubmissionTimeSql,
  submissionTimeSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import { type ConsensusFallbackName, isCombiningConsensus } from '../consensus-names'
import type { ReleaseOptions } from '../contract'
import { type ExclusionReason, exclusionReasons } from '../exclusion-reasons'
import { isNewSinceReleaseSql, isUnseenTransactionSql } from './release-snapshot.sql'

/** Which submitted annotations of a project are read. */
export interface AnnotationSelection {
  projectId: string
  filters: ReleaseOptions['filters']
  consensus: ReleaseOptions['consensus']
  /** With `adjudicated`, else null. */
  fallback: ConsensusFallbackName | null
  /**
   * Cursor of an earlier release: only annotations that are new or changed since; with a combining
   * consensus, all annotations of solutions with such changes.
   */
  since: string | null
}

export type LabelOriginFilter = ReleaseOptions['filters']['labels']

/**
 * What an export contains: every submitted annotation of an origin. Quality control is gold, screening, and lines marked
 * as quality control.
 */
export function makeExportSelection(
  projectId: string,
  { labels, includeQualityControl }: { labels: LabelOriginFilter; includeQualityControl: boolean },
): AnnotationSelection {
  const filters = {
    labels,
    includeUnfinished: true,
    includeGold: includeQualityControl,
    includeScreening: includeQualityControl,
    includeIrregular: true,
  }
  return { projectId, filters, consensus: 'each', fallback: null, since: null }
}

/** The tables that `selectionConditionSql` refers to. */
export const annotationTablesSql = Prisma.sql`annotation l
  join solution s on s.project_id = l.project_id and s.id = l.solution_id
  join problem p on p.project_id = s.project_id and p.id = s.problem_id`

/**
 * A condition for the selected annotations `l` of solutions `s` of problems `p`. With a consensus:
 * for votes, and for all annotations of an adjudicated solution.
 */
export function selectionConditionSql(selection: AnnotationSelection): Prisma.Sql {
  const { consensus, since, filters } = selection
  return Prisma.join(
    [
      ...listAnnotationConditions(selection),
      ...dropFalse([subjectConditionSql(filters)]),
      // A per-row check: with plain `=` PostgreSQL would expect one row and read all of them for
      // every page.
      ...(consensus === 'latest'
        ? [Prisma.sql`case when l.id = (${selectLatest(selection)}) then true else false end`]
        : []),
      // With `latest`, `since` checks only the newest annotation of a solution: a change to an older one selects nothing.
      ...(since === null ? [] : [isNewSinceSql(selection, since)]),
    ],
    ' and ',
  )
}

/** Number of annotations of the solution `s` that match the filters. */
export function matchingAnnotationCountSql(selection: AnnotationSelection): Prisma.Sql {
  const conditions = Prisma.join(listAnnotationConditions(selection), ' and ')
  return Prisma.sql`(select count(*)::int from annotation l where l.solution_id = s.id and ${conditions})`
}

/** The newest annotation: by submission time where known, then by creation. */
function selectLatest(selection: AnnotationSelection): Prisma.Sql {
  const conditions = Prisma.join(listAnnotationConditions(selection), ' and ')
  return Prisma.sql`select l.id from annotation l where l.solution_id = s.id and ${conditions}
    order by ${submissionTimeSql} desc nulls last, l.id desc limit 1`
}

/** By the reason to exclude an annotation that fails a condition. */
type Conditions = Record<
  Exclude<
    ExclusionReason,
    'unchanged' | 'notLatest' | 'tied' | 'notAdjudicated' | 'duplicateAnnotator'
  >,
  (Prisma.Sql | false)[]
>

export function isSubmittedAnnotationSql({ projectId }: AnnotationSelection): Prisma.Sql {
  return Prisma.sql`l.project_id = ${projectId}::uuid and l.state = 'submitted'`
}

/** Why the submitted annotation `l` is not selected; null if it is. */
export function exclusionReasonSql(selection: AnnotationSelection): Prisma.Sql {
  const annotationConditions = groupAnnotationConditions(selection)
  const conditions: Record<ExclusionReason, (Prisma.Sql | false)[]> = {
    unchanged: [selection.since !== null && isNewSinceSql(selection, selection.since)],
    filtered: [...annotationConditions.filtered, subjectConditionSql(selection.filters)],
    unfinished: annotationConditions.unfinished,
    gold: annotationConditions.gold,
    screening: annotationConditions.screening,
    irregular: annotationConditions.irregular,
    stepChoice: annotationConditions.stepChoice,
    outdatedSteps: annotationConditions.outdatedSteps,
    // Depends on all annotations of a solution.
    tied: [],
    notAdjudicated: [],
    duplicateAnnotator: [],
    notLatest: [
      selection.consensus === 'latest' && Prisma.sql`l.id = (${selectLatest(selection)})`,
    ],
  }
  const cases = exclusionReasons.flatMap((reason) =>
    dropFalse(conditions[reason]).map(
      (condition) => Prisma.sql`when (${condition}) is not true then ${reason}`,
    ),
  )
  return cases.length === 0
    ? Prisma.sql`null::text`
    : Prisma.sql`case ${Prisma.join(cases, ' ')} end`
}

function listAnnotationConditions(selection: AnnotationSelection): Prisma.Sql[] {
  const groups = Object.values(groupAnnotationConditions(selection))
  return [isSubmittedAnnotationSql(selection), ...dropFalse(groups.flat())]
}

/**
 * With a consensus, a solution counts as new if any of its annotations that match the filters is new,
 * even one without a vote; with `adjudicated` also if it was adjudicated or the adjudication
 * was removed.
 */
function isNewSinceSql(selection: AnnotationSelection, since: string): Prisma.Sql {
  const { consensus } = selection
  if (!isCombiningConsensus(consensus)) return isNewSinceReleaseSql(since)
  const { filtered, gold, screening } = groupAnnotationConditions(selection)
  const conditions = [
    isSubmittedAnnotationSql(selection),
    ...dropFalse([filtered, gold, screening].flat()),
  ]
  const hasNewAnnotationSql = Prisma.sql`exists (select from annotation l where l.solution_id = s.id
    and ${Prisma.join(conditions, ' and ')} and ${isNewSinceReleaseSql(since)})`
  if (consensus !== 'adjudicated') return hasNewAnnotationSql
  return Prisma.sql`(${hasNewAnnotationSql} or exists (select from adjudication a
    where a.project_id = s.project_id and a.solution_id = s.id
      and ${isUnseenTransactionSql(since, Prisma.sql`a.changed_xid`)}))`
}

/** The adjudication `a` is valid for the current steps of the solution `s`. */
export const isCurrentAdjudicationSql = Prisma.sql`a.project_id = s.project_id and a.solution_id = s.id and a.withdrawn_at is null
  and a.revision = s.revision`

/** With `adjudicated`, annotations of an adjudicated solution need not meet the condition. */
function orAdjudicatedSql({ consensus }: AnnotationSelection, condition: Prisma.Sql): Prisma.Sql {
  if (consensus !== 'adjudicated') return condition
  return Prisma.sql`(${condition} or exists (select from adjudication a where ${isCurrentAdjudicationSql}))`
}

function groupAnnotationConditions(selection: AnnotationSelection): Conditions {
  const { filters, consensus } = selection
  const { labels, generations, from, until, labelers, slices } = filters
  const needsVotes = isCombiningConsensus(consensus)
  return {
    filtered: [
      labels !== 'all' && Prisma.sql`l.origin = ${labels}::annotation_origin`,
      generations !== undefined && Prisma.sql`l.generation = any(${generations}::int[])`,
      labelers !== undefined && Prisma.sql`l.labeler = any(${labelers}::text[])`,
      from !== undefined && compareSubmissionTimeSql('>=', Prisma.sql`${from}::timestamptz`),
      until !== undefined && compareSubmissionTimeSql('<', Prisma.sql`${until}::timestamptz`),
      slices !== undefined &&
        Prisma.sql`exists (select from queue_item q
        where q.project_id = l.project_id and q.solution_id = l.solution_id and ${isOfSliceSql(slices)})`,
    ],
    unfinished: [
      (needsVotes || !filters.includeUnfinished) &&
        orAdjudicatedSql(selection, comparisonConditionsSql.unfinished),
    ],
    gold: [!filters.includeGold && isScreeningOrWorkSql],
    screening: [!filters.includeScreening && comparisonConditionsSql.screening],
    irregular: [
      (needsVotes || !filters.includeIrregular) &&
        orAdjudicatedSql(selection, comparisonConditionsSql.irregular),
    ],
    stepChoice: [needsVotes && comparisonConditionsSql.stepChoice],
    outdatedSteps: [needsVotes && orAdjudicatedSql(selection, comparisonConditionsSql.olderSteps)],
  }
}

/** Screening is served on gold solutions, but only `includeScreening` decides whether it is included. */
const isScreeningOrWorkSql = Prisma.sql`(l.is_screening or ${countsAsWorkSql()})`

function subjectConditionSql({ subjects }: AnnotationSelection['filters']): Prisma.Sql | false {
  return subjects !== undefined && Prisma.sql`p.subject = any(${subjects}::text[])`
}

const dropFalse = (conditions: readonly (Prisma.Sql | false)[]) =>
  conditions.filter((condition) => condition instanceof Prisma.Sql)
