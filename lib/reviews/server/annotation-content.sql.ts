import type { NoteKind, SolutionProgressLevel } from '@/lib/annotations/content'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'

/** The content of an annotation as stored. Option 0 is the step itself. */
export interface AnnotationContentRow {
  finishReason: FinishReason
  finishNote: string | null
  ratings: (Rating | null)[]
  flagged: (boolean | null)[]
  stepTimesMs: number[]
  activeMs: number
  notes: { step: number; option: number; kind: NoteKind; text: string }[]
  options: { step: number; option: number; rating: Rating | null; text: string }[]
  explanation: string | null
  progress: SolutionProgressLevel | null
  tags: string[]
}

/** `AnnotationContentRow` of annotation `l`. */
export const annotationContentColumnsSql = Prisma.sql`
  l.finish_reason::text as "finishReason", l.finish_note as "finishNote", to_jsonb(l.ratings) as ratings,
  to_jsonb(l.flagged) as flagged, to_jsonb(l.step_times_ms) as "stepTimesMs", l.total_time_ms::float8 as "activeMs",
  coalesce((select jsonb_agg(jsonb_build_object('step', n.step, 'option', n.option, 'kind', n.kind, 'text', n.text)
      order by n.step, n.option, n.kind)
    from step_note n where n.project_id = l.project_id and n.annotation_id = l.id), '[]') as notes,
  coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'rating', o.rating, 'text', t.text)
      order by o.step, o.position)
    from option_rating o
      join step_option t on t.project_id = o.project_id and t.solution_id = o.solution_id and t.step = o.step
        and t.option = o.option
    where o.project_id = l.project_id and o.annotation_id = l.id), '[]') as options,
  l.explanation, l.progress::text, l.tags`

/** The content of an annotation in the archive (lib/annotations/server/archive.sql.ts). */
export interface ArchivedAnnotationRecord {
  revision: number
  submitted_at: string | null
  finish_reason: FinishReason
  finish_note: string | null
  ratings: (Rating | null)[]
  flagged: (boolean | null)[]
  step_times_ms: number[]
  total_time_ms: number
  notes: AnnotationContentRow['notes']
  option_ratings: AnnotationContentRow['options']
  explanation: string | null
  progress: SolutionProgressLevel | null
  tags: string[]
}

export function toAnnotationContentRow(record: ArchivedAnnotationRecord): AnnotationContentRow {
  const { ratings, flagged, notes, explanation, progress, tags } = record
  return {
    ratings,
    flagged,
    notes,
    explanation,
    progress,
    tags,
    finishReason: record.finish_reason,
    finishNote: record.finish_note,
    stepTimesMs: record.step_times_ms,
    activeMs: record.total_time_ms,
    options: record.option_ratings,
  }
}
