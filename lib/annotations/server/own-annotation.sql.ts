import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import type { NoteKind, SolutionProgressLevel } from '../content'
import {
  canReopenAnnotationSql,
  type AnnotationOwner,
  isOwnSubmissionSql,
  ratedStepCountSql,
  submittedAtTextSql,
} from './own-work.sql'

export interface OwnAnnotationRow {
  id: string
  submittedAt: string
  finishReason: FinishReason
  finishNote: string | null
  explanation: string | null
  progress: SolutionProgressLevel | null
  tags: string[]
  flow: Flow
  /** Option 0 of each step, as it was when rated. */
  steps: string[]
  stepCount: number
  statement: string
  ratings: (Rating | null)[]
  flagged: (boolean | null)[]
  options: OwnOptionRow[]
  humanOptions: { step: number; text: string; flagged: boolean }[]
  notes: OwnNoteRow[]
  rated: number
  activeMs: number
  canReopen: boolean
}

export interface OwnOptionRow {
  step: number
  option: number
  text: string
  rating: Rating | null
  flagged: boolean | null
  isChosen: boolean
}

export interface OwnNoteRow {
  step: number
  /**
   * The option's number. A note on the step itself has 0 in flow `solution`, and -1 in flow
   * `step_choice`.
   */
  option: number
  kind: NoteKind
  text: string
}

/**
 * One submitted annotation of a user; null if they have none with this id. Selects only what they saw and
 * entered, so nothing else can leak.
 */
export async function findOwnAnnotation(
  db: Transaction,
  owner: AnnotationOwner,
  annotation: string,
): Promise<OwnAnnotationRow | null> {
  const [row] = await db.$queryRaw<OwnAnnotationRow[]>`
    select l.id, ${submittedAtTextSql} as "submittedAt", l.finish_reason::text as "finishReason",
      l.finish_note as "finishNote", l.explanation, l.progress::text, l.tags, l.flow::text,
      coalesce((select v.steps from solution_revision v
        where v.project_id = l.project_id and v.solution_id = l.solution_id and v.revision = l.revision), s.steps) as steps,
      l.step_count as "stepCount", p.statement, to_jsonb(l.ratings) as ratings, to_jsonb(l.flagged) as flagged,
      coalesce((select jsonb_agg(jsonb_build_object('step', r.step, 'option', r.option, 'text', o.text,
          'rating', r.rating, 'flagged', r.flagged,
          'isChosen', l.flow = 'step_choice' and r.position is not distinct from l.chosen[r.step + 1])
          order by r.step, r.position)
        from option_rating r
          join step_option o on o.project_id = r.project_id and o.solution_id = r.solution_id and o.step = r.step
            and o.option = r.option
        where r.project_id = l.project_id and r.annotation_id = l.id), '[]') as options,
      coalesce((select jsonb_agg(jsonb_build_object('step', h.step, 'text', h.text, 'flagged', h.flagged) order by h.step)
        from human_option h where h.project_id = l.project_id and h.annotation_id = l.id), '[]') as "humanOptions",
      coalesce((select jsonb_agg(jsonb_build_object('step', n.step, 'kind', n.kind, 'text', n.text,
          'option', case when l.flow = 'step_choice' then n.option - 1 else n.option end)
          order by n.step, n.option, n.kind)
        from step_note n where n.project_id = l.project_id and n.annotation_id = l.id), '[]') as notes,
      ${ratedStepCountSql} as rated, l.total_time_ms::float8 as "activeMs", ${canReopenAnnotationSql(owner)} as "canReopen"
    from annotation l
      join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where ${isOwnSubmissionSql(owner)} and l.id = ${annotation}::uuid`
  return row ?? null
}
