import { v7 as makeId } from 'uuid'
import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import type { TestProject } from '@/prisma/seed/factories'

/**
 * The row of an annotation made in Stepmark, a draft if `finishReason` is null. It is stored with SQL,
 * because Prisma's lists can't contain nulls.
 */
export interface TestAnnotation {
  flow: Flow
  stepCount: number
  ratings: (Rating | null)[]
  flagged: (boolean | null)[]
  chosen: (number | null)[]
  offered: number[]
  finishReason: FinishReason | null
  finishNote?: string
  supersededRatings?: (Rating | null)[]
  explanation?: string
  explanationOption?: number
  progress?: string
  tags?: string[]
}

const writeArray = (values: readonly unknown[] = []) =>
  `{${values.map((value) => String(value)).join(',')}}`

/** Stores an annotation as labelling does. Returns its id. */
export async function storeLabelledAnnotation(
  project: TestProject,
  { solutionId, userId }: { solutionId: string; userId: string },
  annotation: TestAnnotation,
): Promise<string> {
  const id = makeId()
  await getDatabase().$executeRaw`
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, finish_note, superseded_ratings, explanation, explanation_option, progress, tags,
      submitted_at, started_at, total_time_ms, step_times_ms, guideline_version, answer_shown)
    values (${project.id}::uuid, ${id}::uuid, ${solutionId}::uuid, ${userId}::uuid, ${userId},
      ${annotation.finishReason === null ? 'draft' : 'submitted'}::annotation_state, ${annotation.flow}::flow, ${annotation.stepCount},
      ${writeArray(annotation.ratings)}::smallint[], ${writeArray(annotation.flagged)}::boolean[],
      ${writeArray(annotation.chosen)}::smallint[], ${writeArray(annotation.offered)}::smallint[],
      ${annotation.finishReason}::finish_reason, ${annotation.finishNote ?? null}, ${writeArray(annotation.supersededRatings)}::smallint[],
      ${annotation.explanation ?? null}, ${annotation.explanationOption ?? null}, ${annotation.progress ?? null}::progress,
      ${annotation.tags ?? []}, '2026-03-02T09:01:10.25Z', '2026-03-02T09:00:00Z', 42000, '{9000,31000}', 3, true)`
  return id
}

/** The id of the only solution of a project. */
export async function findOnlySolution(project: TestProject): Promise<string> {
  const { id } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  return id
}
