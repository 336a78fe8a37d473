import type { Flow, Rating } from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import type { NoteKind, SolutionProgressLevel } from '../content'
import type { SupersededAnswers } from './store-annotation.sql'

export interface LeasedSolutionRow {
  lease: string
  solution: string
  secondsLeft: number
  flow: Flow
  revision: number
  statement: string
  answer: string | null
  steps: string[]
  /** Flow `solution`: the steps whose options and explanations the annotator has seen. Other steps' are not selected. */
  revealed: number[]
  options: { step: number; option: number; text: string }[]
  explanations: { step: number; text: string }[]
  returnedNote: string | null
  screening: { number: number; of: number } | null
  draft: AnnotationDraftRow | null
}

export interface AnnotationDraftRow {
  sequence: number
  writer: string | null
  ratings: Rating[]
  supersededRatings: (Rating | null)[]
  chosen: (number | null)[]
  supersededAnswers: SupersededAnswers
  /** `option` is its stored number. */
  optionRatings: { step: number; option: number; rating: Rating | null }[]
  humanOptions: { step: number; text: string }[]
  notes: { step: number; option: number; kind: NoteKind; text: string }[]
  explanation: string | null
  explanationOption: number | null
  progress: SolutionProgressLevel | null
  tags: string[]
  stepTimesMs: number[]
  activeMs: number
  /** Whether the reference answer was visible when the annotation was started; null if not decided yet. */
  answerShown: boolean | null
  lastEvent: number
}

/**
 * The solution of a lease. Selects no gold, score, verdict, reference solution or label of others, so that none can
 * leak.
 */
export async function findLeasedSolution(
  db: Transaction,
  { projectId, userId, lease }: { projectId: string; userId: string; lease: string },
): Promise<LeasedSolutionRow | null> {
  const [row] = await db.$queryRaw<LeasedSolutionRow[]>`/* named */
    select e.id as lease, s.id as solution, extract(epoch from e.expires_at - now())::float8 as "secondsLeft",
      s.flow::text, s.revision, p.statement, p.answer, s.steps, v.steps as revealed,
      coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'text', o.text)
          order by o.step, o.option)
        from step_option o where o.project_id = s.project_id and o.solution_id = s.id
          and (s.flow = 'step_choice' or o.option > 0 and o.step = any(v.steps))), '[]') as options,
      coalesce((select jsonb_agg(jsonb_build_object('step', x.step, 'text', x.text) order by x.step, x.position)
        from step_explanation x where x.project_id = s.project_id and x.solution_id = s.id
          and x.step = any(v.steps)), '[]') as explanations,
      (select d.note from queue_rework d where d.project_id = e.project_id and d.user_id = e.user_id
        and d.solution_id = e.solution_id and d.kind = 'returned') as "returnedNote",
      case when e.purpose = 'screening' then (
        select jsonb_build_object('number', g.position - screening_position(), 'of', n.items)
        from queue_gold g join queue_admission n on n.project_id = g.project_id and n.user_id = g.user_id
        where g.project_id = e.project_id and g.user_id = e.user_id and g.solution_id = e.solution_id) end as screening,
      (select jsonb_build_object('sequence', l.sequence, 'writer', l.writer, 'ratings', l.ratings, 'supersededRatings', l.superseded_ratings,
          'supersededAnswers', l.superseded_details,
          'chosen', l.chosen, 'explanation', l.explanation, 'explanationOption', l.explanation_option,
          'progress', l.progress, 'tags', l.tags, 'stepTimesMs', l.step_times_ms, 'activeMs', l.total_time_ms,
          'answerShown', l.answer_shown,
          'optionRatings', coalesce((select jsonb_agg(jsonb_build_object('step', r.step, 'option', r.option,
              'rating', r.rating)) from option_rating r
            where r.project_id = l.project_id and r.annotation_id = l.id), '[]'),
          'humanOptions', coalesce((select jsonb_agg(jsonb_build_object('step', h.step, 'text', h.text))
            from human_option h where h.project_id = l.project_id and h.annotation_id = l.id), '[]'),
          'notes', coalesce((select jsonb_agg(jsonb_build_object('step', n.step, 'option', n.option, 'kind', n.kind,
              'text', n.text) order by n.step, n.option, n.kind)
            from step_note n where n.project_id = l.project_id and n.annotation_id = l.id
              and (n.dismissed_at is null or n.kind <> 'bad_split')), '[]'),
          'lastEvent', coalesce((select max(v.sequence) from annotation_event v
            where v.project_id = l.project_id and v.annotation_id = l.id), 0))
        from annotation l where l.project_id = s.project_id and l.solution_id = s.id and l.user_id = e.user_id
          and l.state = 'draft') as draft
    from lease e
      join solution s on s.project_id = e.project_id and s.id = e.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
      cross join lateral (select list_revealed_steps(s.project_id, s.id, e.user_id) as steps) v
    where e.project_id = ${projectId}::uuid and e.id = ${lease}::uuid and e.user_id = ${userId}::uuid
      and e.expires_at > now()`
  return row ?? null
}

/** The steps of a leased solution; none in flow `step_choice`, where the options are the work. */
export async function findLeasedSteps(
  db: Transaction,
  { projectId, userId, lease }: { projectId: string; userId: string; lease: string },
): Promise<{ steps: string[]; revision: number } | null> {
  const [row] = await db.$queryRaw<{ steps: string[]; revision: number }[]>`
    select case when s.flow = 'solution' then s.steps else '{}' end as steps, s.revision
    from lease e join solution s on s.project_id = e.project_id and s.id = e.solution_id
    where e.project_id = ${projectId}::uuid and e.id = ${lease}::uuid and e.user_id = ${userId}::uuid
      and e.expires_at > now()`
  return row ?? null
}
