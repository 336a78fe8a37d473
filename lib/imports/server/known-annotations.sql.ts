import type { StoredAnnotation } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { exactTimeTextSql } from '@/lib/platform/server/time-text.sql'
import { hashAnnotation } from './hash-annotation'
import {
  describeEarlierLocation,
  type LookupContext,
  type RecordLookupKeys,
} from './stored-records.sql'

/** A stored annotation that a line in the stepmark format names. */
export interface KnownAnnotation {
  id: string
  solutionId: string
  /** Imported, so events can be added that an earlier line did not have. */
  isImported: boolean
  hasEvents: boolean
  /** Such as `already exists in the project`. */
  locationText: string
  /** `hashAnnotation` of its content. */
  contentHash: string
}

type Row = Omit<KnownAnnotation, 'contentHash' | 'locationText'> & {
  isFresh: boolean
  identity: string | null
  annotation: Omit<StoredAnnotation, 'id'>
}

/** Stored annotations by identity and by id. */
export async function findStoredAnnotations(
  db: Transaction,
  { projectId, importId }: LookupContext,
  { identities, ids }: RecordLookupKeys,
): Promise<Map<string, KnownAnnotation>> {
  const annotations = new Map<string, KnownAnnotation>()
  if (ids.length === 0 && identities.length === 0) return annotations
  const rows = await db.$queryRaw<Row[]>`
    with requested as (
      select id from annotation where project_id = ${projectId}::uuid
        and id in (select i::uuid from unnest(${ids}::text[]) as i)
      union
      select id from annotation where project_id = ${projectId}::uuid
        and identity in (select decode(i, 'hex') from unnest(${identities}::text[]) as i))
    select l.id, l.solution_id as "solutionId", encode(l.identity, 'hex') as identity,
      l.import_id is not null as "isImported", l.import_id is not distinct from ${importId}::uuid as "isFresh",
      exists (select from annotation_event e where e.project_id = l.project_id and e.annotation_id = l.id) as "hasEvents",
      jsonb_build_object('labeler', l.labeler, 'origin', l.origin, 'state', l.state,
        'startedAt', case when l.origin = 'own' then ${exactTimeTextSql(Prisma.sql`l.started_at`)} end,
        'submittedAt', ${exactTimeTextSql(Prisma.sql`l.submitted_at`)}, 'recordedAt', nullif(l.recorded_at, ''),
        'finishReason', l.finish_reason, 'finishNote', l.finish_note, 'stepCount', l.step_count, 'ratings', l.ratings,
        'flagged', l.flagged, 'chosenPositions', l.chosen, 'optionCounts', l.offered,
        'supersededRatings', l.superseded_ratings,
        'explanation', l.explanation, 'explanationOption', l.explanation_option, 'progress', l.progress,
        'tags', l.tags, 'stepTimesMs', l.step_times_ms, 'totalTimeMs', l.total_time_ms, 'revision', l.revision,
        'guidelineVersion', l.guideline_version, 'answerShown', l.answer_shown,
        'hiddenReferenceShare', l.hidden_reference_share, 'generation', l.generation,
        'isQualityControl', l.is_quality_control, 'isScreening', l.is_screening, 'irregular', l.irregular)
      || jsonb_build_object(
        'optionRatings', coalesce((select jsonb_agg(jsonb_build_object('step', r.step, 'position', r.position,
            'option', r.option, 'rating', r.rating, 'flagged', r.flagged))
          from option_rating r where r.project_id = l.project_id and r.annotation_id = l.id), '[]'),
        'humanOptions', coalesce((select jsonb_agg(jsonb_build_object('step', h.step, 'text', h.text,
            'flagged', h.flagged, 'correctedRating', h.corrected_rating))
          from human_option h where h.project_id = l.project_id and h.annotation_id = l.id), '[]'),
        'notes', coalesce((select jsonb_agg(jsonb_build_object('step', n.step,
            'option', nullif(n.option, 0) - case when l.flow = 'step_choice' then 1 else 0 end, 'kind', n.kind,
            'text', n.text, 'dismissedAt', ${exactTimeTextSql(Prisma.sql`n.dismissed_at`)}))
          from step_note n where n.project_id = l.project_id and n.annotation_id = l.id), '[]')) as annotation
    from annotation l join requested w on w.id = l.id where l.project_id = ${projectId}::uuid`
  for (const { identity, annotation, isFresh, ...row } of rows) {
    const knownAnnotation = {
      ...row,
      locationText: describeEarlierLocation(isFresh),
      contentHash: hashAnnotation(annotation),
    }
    annotations.set(row.id, knownAnnotation)
    if (identity !== null) annotations.set(identity, knownAnnotation)
  }
  return annotations
}
