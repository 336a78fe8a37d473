import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { importLines, makeMember, makeProblemLine, type TestProject } from '@/prisma/seed/factories'

/** Fields that differ from the default. */
export interface AnnotationOverrides {
  submittedAt?: string
  generation?: number
  guidelineVersion?: number
  isQualityControl?: boolean
  isScreening?: boolean
  /** A combination that only imports can have. */
  irregular?: string
  finishReason?: 'give_up'
  isDraft?: boolean
}

const defaults = { submittedAt: '2026-03-04T10:00:00Z', generation: 1, guidelineVersion: 1 }

const writeArray = (values: readonly unknown[]) => `{${values.map(String).join(',')}}`

/** Stores an annotation of the solution with this external id; returns the id of the annotation. */
export async function storeAnnotation(
  project: TestProject,
  name: string,
  { userId }: Pick<Person, 'userId'>,
  ratings: readonly (Rating | null)[],
  overrides: AnnotationOverrides = {},
): Promise<string> {
  const { submittedAt, generation, guidelineVersion, ...labels } = { ...defaults, ...overrides }
  const {
    isQualityControl = false,
    isScreening = false,
    irregular = null,
    isDraft = false,
  } = labels
  const defaultFinishReason = ratings.includes(-1) ? 'found_error' : 'solution'
  const repeatForSteps = (value: unknown) => writeArray(ratings.map(() => value))
  const rows = await getDatabase().$queryRaw<[{ id: string }]>`
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, finish_note, submitted_at, started_at, generation, guideline_version,
      is_quality_control, is_screening, irregular, import_id, revision)
    select s.project_id, gen_random_uuid(), s.id, ${irregular === null ? userId : null}::uuid, ${userId},
      ${isDraft ? 'draft' : 'submitted'}::annotation_state, 'solution', cardinality(s.steps),
      ${writeArray(ratings)}::smallint[], ${repeatForSteps(null)}::boolean[], ${repeatForSteps(0)}::smallint[], ${repeatForSteps(1)}::smallint[],
      ${isDraft ? null : (labels.finishReason ?? defaultFinishReason)}::finish_reason,
      ${labels.finishReason ? 'It is too long.' : null}, ${isDraft ? null : submittedAt}::timestamptz,
      '2026-03-01T00:00:00Z', ${generation}::int, ${guidelineVersion}::int, ${isQualityControl}::boolean,
      ${isScreening}::boolean, ${irregular}, ${irregular === null ? null : randomUUID()}::uuid, s.revision
    from solution s where s.project_id = ${project.id}::uuid and s.external_id = ${name} returning id`
  return rows[0].id
}

/** Puts all solutions into one slice of a round. Their annotations of this generation count as part of the round. */
export async function startRoundWithAllSolutions(
  project: TestProject,
  slice: string,
  round = 1,
): Promise<void> {
  await getDatabase().$executeRaw`
    insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots, done, round)
    select project_id, id, problem_id, ${slice}, 0, 1, 1, 'A reason', 2, 2, ${round}::int
    from solution where project_id = ${project.id}::uuid
    on conflict (project_id, solution_id) do update set slice = excluded.slice, round = excluded.round`
}

/** Two annotators who label this number of solutions of three steps, with equal ratings except on the last `differing` ones. */
export async function makeDoublyAnnotatedSolutions(
  project: TestProject,
  { count, differing, name = 'p' }: { count: number; differing: number; name?: string },
  people?: readonly [Person, Person],
): Promise<readonly [Person, Person]> {
  const [first, second] = people ?? [
    await makeMember(project, 'annotator', { name: 'Mei Lin' }),
    await makeMember(project, 'annotator', { name: 'Jonas Brandt' }),
  ]
  await importLines(
    project,
    Array.from({ length: count }, (_, i) => makeProblemLine(`${name}${i}`, [0.5])),
  )
  for (let i = 0; i < count; i++) {
    const solution = `${name}${i}/0`
    // Half of them have an error, so that agreement exceeds chance.
    const ratings: Rating[] = i % 2 === 0 ? [1, 1, 1] : [1, -1]
    const otherRatings: Rating[] = i % 2 === 0 ? [1, 1, -1] : [1, 0, 1]
    await storeAnnotation(project, solution, first, ratings)
    const submittedAt = '2026-03-05T10:00:00Z'
    await storeAnnotation(
      project,
      solution,
      second,
      i >= count - differing ? otherRatings : ratings,
      {
        submittedAt,
      },
    )
  }
  return [first, second]
}
