import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { makeMember, type TestProject } from '@/prisma/seed/factories'

export type StepRatings = (-1 | 0 | 1)[]

/** Inserts a submitted annotation by `by`, or by a new annotator, with ratings of the first steps. Returns its id. */
export async function labelSolution(
  project: TestProject,
  solutionId: string,
  ratings: StepRatings,
  { by, ...overrides }: { by?: Person } & Record<string, unknown> = {},
): Promise<string> {
  const { userId } = by ?? (await makeMember(project, 'annotator'))
  const [row] = await getDatabase().$queryRaw<[{ id: string }]>`
    insert into annotation (project_id, id, solution_id, user_id, labeler, origin, state, flow, step_count, ratings,
      flagged, chosen, offered, finish_reason, submitted_at, is_quality_control, is_screening)
    select s.project_id, uuidv7(), s.id, ${userId}::uuid, ${userId}, 'own', 'submitted', s.flow, cardinality(s.steps),
      ${ratings}::int[], array_fill(null::boolean, array[${ratings.length}::int]),
      array_fill(0, array[${ratings.length}::int]), array_fill(1, array[${ratings.length}::int]),
      ${overrides.finishReason ?? (ratings.at(-1) === -1 ? 'found_error' : 'solution')}::finish_reason, now(),
      ${overrides.isQualityControl ?? false}, ${overrides.isScreening ?? false}
    from solution s where s.project_id = ${project.id}::uuid and s.id = ${solutionId}::uuid
    returning id`
  return row.id
}
