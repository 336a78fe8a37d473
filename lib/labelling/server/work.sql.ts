import type { Transaction } from '@/lib/platform/server/database'

interface Place {
  projectId: string
  solutionId: string
}

export async function findStepCount(db: Transaction, place: Place): Promise<number> {
  const [row] = await db.$queryRaw<{ stepCount: number }[]>`
    select cardinality(steps) as "stepCount" from solution
    where project_id = ${place.projectId}::uuid and id = ${place.solutionId}::uuid`
  return row!.stepCount
}

/** Numbers of the alternatives at a step, in the order in which they are shown. */
export async function findAlternatives(
  db: Transaction,
  place: Place,
  step: number,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ option: number }[]>`
    select option from step_option
    where project_id = ${place.projectId}::uuid and solution_id = ${place.solutionId}::uuid and step = ${step} and option > 0
    order by option`
  return rows.map((row) => row.option)
}

export interface WorkRow {
  lease: string
  solution: string
  secondsLeft: number
  statement: string
  answer: string | null
  steps: string[]
  options: { step: number; option: number; text: string }[]
  draft: DraftRow | null
}

export interface DraftRow {
  sequence: number
  writer: string | null
  ratings: (-1 | 0 | 1)[]
  optionRatings: (-1 | 0 | 1 | null)[]
  activeMs: number
  lastEvent: number
}

/**
 * What a lease holds. Nothing here is gold, a score, a verdict, a reference solution or anybody else's label: what is
 * not selected cannot leak.
 */
export async function findWork(
  db: Transaction,
  { projectId, userId, lease }: { projectId: string; userId: string; lease: string },
): Promise<WorkRow | null> {
  const [row] = await db.$queryRaw<WorkRow[]>`
    select e.id as lease, s.id as solution, extract(epoch from e.expires_at - now())::float8 as "secondsLeft",
      p.statement, p.answer, s.steps,
      coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'text', o.text)
          order by o.step, o.option)
        from step_option o where o.project_id = s.project_id and o.solution_id = s.id and o.option > 0), '[]') as options,
      (select jsonb_build_object('sequence', l.sequence, 'writer', l.writer, 'ratings', l.ratings, 'activeMs', l.total_time_ms,
          'optionRatings', coalesce((select jsonb_agg(r.rating order by r.position) from option_rating r
            where r.project_id = l.project_id and r.labelling_id = l.id), '[]'),
          'lastEvent', coalesce((select max(v.sequence) from labelling_event v
            where v.project_id = l.project_id and v.labelling_id = l.id), 0))
        from labelling l where l.project_id = s.project_id and l.solution_id = s.id and l.user_id = e.user_id
          and l.state = 'draft') as draft
    from lease e
      join solution s on s.project_id = e.project_id and s.id = e.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where e.project_id = ${projectId}::uuid and e.id = ${lease}::uuid and e.user_id = ${userId}::uuid
      and e.expires_at > now()`
  return row ?? null
}
