import { v7 as makeId } from 'uuid'
import type { FinishReason, Rating } from '@/lib/formats/record'
import type { InputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { saveLabellingContract } from '../contract'

interface Place {
  projectId: string
  userId: string
  solutionId: string
  guidelineVersion: number
  showsAnswer: boolean
}

export interface LabellingState {
  sequence: number
  writer: string
  basedOn: number
  ratings: readonly Rating[]
  activeMs: number
  stepCount: number
  /** How many options were on screen at each step. */
  offered: readonly number[]
  /** Null while in work. */
  finish: { reason: FinishReason; note: string | null } | null
}

/**
 * Writes the whole state over the person's draft of this solution. Throws `conflict` when another page has written since
 * what this state is built on, when a later save of the same page came first, and when it was submitted already.
 */
export async function storeLabelling(
  db: Transaction,
  place: Place,
  state: LabellingState,
): Promise<string> {
  const { finish, ratings } = state
  const submitted = finish !== null
  const note = finish?.note?.trim() || null
  const chosen = ratings.map((rating) => (rating === -1 ? null : 0))
  const rows = await db.$queryRaw<{ id: string }[]>`
    insert into labelling as l (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, finish_note, submitted_at, total_time_ms, guideline_version, answer_shown, sequence,
      writer)
    values (${place.projectId}::uuid, ${makeId()}::uuid, ${place.solutionId}::uuid, ${place.userId}::uuid, ${place.userId},
      ${submitted ? 'submitted' : 'draft'}::labelling_state, 'solution', ${state.stepCount},
      jsonb_smallints(${JSON.stringify(ratings)}::jsonb),
      jsonb_booleans(${JSON.stringify(ratings.map(() => null))}::jsonb),
      jsonb_smallints(${JSON.stringify(chosen)}::jsonb),
      jsonb_smallints(${JSON.stringify(state.offered)}::jsonb),
      ${finish?.reason ?? null}::finish_reason, ${note}, case when ${submitted} then now() end,
      ${state.activeMs}, ${place.guidelineVersion}, ${place.showsAnswer}, ${state.sequence},
      ${state.writer}::uuid)
    on conflict (project_id, solution_id, user_id) do update set
      state = excluded.state, ratings = excluded.ratings, flagged = excluded.flagged, chosen = excluded.chosen,
      offered = excluded.offered, finish_reason = excluded.finish_reason, finish_note = excluded.finish_note,
      submitted_at = excluded.submitted_at, total_time_ms = excluded.total_time_ms,
      guideline_version = excluded.guideline_version, answer_shown = excluded.answer_shown, sequence = excluded.sequence,
      writer = excluded.writer
    where l.state = 'draft' and l.sequence < excluded.sequence
      and (l.writer = excluded.writer or l.sequence = ${state.basedOn})
    returning id`
  if (!rows[0])
    throw new AppError(
      'conflict',
      'A newer state of this labelling is on the server, from another tab or device. Nothing was overwritten.',
    )
  return rows[0].id
}

/** Writes the ratings of the alternatives at the error step over the ones before; without an error there are none. */
export async function storeOptionRatings(
  db: Transaction,
  { projectId, solutionId }: Place,
  labellingId: string,
  { step, ratings }: { step: number | null; ratings: { option: number; rating: Rating | null }[] },
): Promise<void> {
  await db.optionRating.deleteMany({ where: { projectId, labellingId } })
  if (step === null || ratings.length === 0) return
  await db.optionRating.createMany({
    data: ratings.map(({ option, rating }, i) => ({
      projectId,
      labellingId,
      solutionId,
      step,
      option,
      rating,
      position: i + 1,
      flagged: false,
    })),
  })
}

type Events = InputOf<typeof saveLabellingContract>['events']

/** Adds what happened; an event that was sent before is left as it is. */
export async function storeEvents(
  db: Transaction,
  { projectId, guidelineVersion, showsAnswer }: Place,
  labellingId: string,
  events: Events,
): Promise<void> {
  if (events.length === 0) return
  await db.labellingEvent.createMany({
    data: events.map((event) => ({
      ...event,
      projectId,
      labellingId,
      guidelineVersion,
      answerShown: showsAnswer,
      hintShown: false,
    })),
    skipDuplicates: true,
  })
}
