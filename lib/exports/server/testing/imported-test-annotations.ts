import { v7 as makeId } from 'uuid'
import {
  markAdjudicationWithdrawn,
  insertAdjudication,
} from '@/lib/adjudication/server/adjudications.sql'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import type { TestProject } from '@/prisma/seed/factories'

/* Annotations and adjudications of solutions with three steps, as database rows. */

export interface ImportedTestAnnotation {
  labeler: string
  ratings: readonly (Rating | null)[]
  /** As in an imported line. */
  at?: string
  finishReason?: 'solution' | 'found_error' | 'give_up'
  irregular?: string
  revision?: number
  /** Ratings of the alternatives at the last step. */
  alternatives?: readonly Rating[]
}

const writeArray = (values: readonly unknown[]) =>
  `{${values.map((value) => String(value)).join(',')}}`

/**
 * Stores an imported annotation; returns its id. By default its finish reason follows from its ratings.
 */
export async function storeImportedTestAnnotation(
  project: TestProject,
  solutionId: string,
  { labeler, ratings, ...labelFields }: ImportedTestAnnotation,
): Promise<string> {
  const id = makeId()
  const end = ratings.at(-1) === -1 ? 'found_error' : 'solution'
  const {
    finishReason = end,
    at = '2026-03-02T09:00:00',
    irregular = null,
    revision = 1,
  } = labelFields
  const { alternatives = [] } = labelFields
  const offered = ratings.map((_, i) => (i + 1 === ratings.length ? 1 + alternatives.length : 1))
  const db = getDatabase()
  await db.$executeRaw`
    insert into annotation (project_id, id, solution_id, import_id, labeler, origin, state, flow, step_count, ratings,
      flagged, chosen, offered, finish_reason, identity, recorded_at, irregular, revision)
    select s.project_id, ${id}::uuid, s.id, s.import_id, ${labeler}, 'imported', 'submitted', 'solution', 3,
      ${writeArray(ratings)}::smallint[], ${writeArray(ratings.map(() => null))}::boolean[],
      ${writeArray(ratings.map((rating) => (rating === -1 ? null : 0)))}::smallint[], ${writeArray(offered)}::smallint[],
      ${finishReason}::finish_reason, sha256(convert_to(${id}, 'UTF8')), ${at}, ${irregular}, ${revision}
    from solution s where s.project_id = ${project.id}::uuid and s.id = ${solutionId}::uuid`
  for (const [i, rating] of alternatives.entries()) {
    const key = { step: ratings.length - 1, option: i + 1 }
    await db.$executeRaw`
      insert into step_option (project_id, solution_id, step, option, text, source)
      values (${project.id}::uuid, ${solutionId}::uuid, ${key.step}, ${key.option}, ${`Or ${i + 1}.`}, null)
      on conflict do nothing`
    await db.$executeRaw`
      insert into option_rating (project_id, annotation_id, solution_id, step, position, option, rating)
      values (${project.id}::uuid, ${id}::uuid, ${solutionId}::uuid, ${key.step}, ${key.option}, ${key.option},
        ${rating})`
  }
  return id
}

/** Stores many annotations at once, with finish reasons that follow from their ratings. */
export async function storeImportedTestAnnotations(
  project: TestProject,
  annotations: readonly { solutionId: string; labeler: string; ratings: readonly Rating[] }[],
): Promise<void> {
  for (let from = 0; from < annotations.length; from += annotationsPerInsert)
    await insertTestAnnotations(project, annotations.slice(from, from + annotationsPerInsert))
}

const annotationsPerInsert = 100

async function insertTestAnnotations(
  project: TestProject,
  annotations: Parameters<typeof storeImportedTestAnnotations>[1],
): Promise<void> {
  await getDatabase().$executeRaw`
    insert into annotation (project_id, id, solution_id, import_id, labeler, origin, state, flow, step_count, ratings,
      flagged, chosen, offered, finish_reason, identity, recorded_at)
    select s.project_id, uuidv7(), s.id, s.import_id, v.annotation ->> 'labeler', 'imported', 'submitted', 'solution', 3,
      r.ratings, array_fill(null::boolean, array[cardinality(r.ratings)]),
      array_fill(0::smallint, array[cardinality(r.ratings)]), array_fill(1::smallint, array[cardinality(r.ratings)]),
      case when -1 = any (r.ratings) then 'found_error' else 'solution' end::finish_reason,
      sha256(convert_to(v.annotation::text, 'UTF8')), '2026-03-02T09:00:00'
    from jsonb_array_elements(${JSON.stringify(annotations)}::jsonb) as v(annotation)
      cross join lateral jsonb_smallints(v.annotation -> 'ratings') as r(ratings)
      join solution s on s.project_id = ${project.id}::uuid and s.id = (v.annotation ->> 'solutionId')::uuid`
}

/** Final labels as a reviewer stores them; returns the id of the adjudication. */
export async function storeTestAdjudication(
  project: TestProject,
  solutionId: string,
  ratings: readonly Rating[],
  { revision = 1, adopted = null as string | null } = {},
): Promise<string> {
  const { id } = await insertAdjudication(
    getDatabase(),
    { projectId: project.id, solutionId },
    {
      revision,
      ratings,
      adopted,
      stepCount: 3,
      note: '',
      madeGold: false,
      finishReason: ratings.at(-1) === -1 ? 'found_error' : 'solution',
      answers: { optionRatings: [], explanation: null, explanationOption: null, progress: null },
      userId: project.admin.userId,
    },
  )
  return id
}

export const withdrawAdjudication = (project: TestProject, adjudication: string) =>
  markAdjudicationWithdrawn(getDatabase(), project.id, adjudication)
