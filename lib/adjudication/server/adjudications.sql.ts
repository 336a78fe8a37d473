import { v7 as makeId } from 'uuid'
import { excerptMaxLength } from '@/lib/agreement/server/disagreements.sql'
import type { SolutionProgressLevel } from '@/lib/annotations/content'
import { firstErrorSql } from '@/lib/annotations/server/annotation-rules.sql'
import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'

/** The answers about the first error. */
export interface StoredErrorAnswers {
  /** Of the alternatives, in the order of their numbers. */
  optionRatings: readonly Rating[]
  explanation: string | null
  explanationOption: number | null
  progress: SolutionProgressLevel | null
}

export interface CurrentAdjudication extends StoredErrorAnswers {
  adjudication: string
  solution: string
  revision: number
  ratings: Rating[]
  finishReason: FinishReason
  note: string
  by: string
  at: Date
  adopted: string | null
  madeGold: boolean
}

/**
 * True if adjudication `a` created the gold of its solution. Gold that an admin has marked since belongs to the admin.
 */
const hasCreatedGoldSql = Prisma.sql`(a.made_gold and exists (select from gold_item g
  where g.project_id = a.project_id and g.solution_id = a.solution_id and g.origin = 'adjudicated'))`

const columns = Prisma.sql`a.id as adjudication, a.solution_id as solution, a.revision, to_jsonb(a.ratings) as ratings,
  a.finish_reason::text as "finishReason", to_jsonb(a.option_ratings) as "optionRatings", a.explanation,
  a.explanation_option as "explanationOption", a.progress::text, a.note, u.name as by, a.created_at as at,
  a.adopted_annotation_id as adopted, ${hasCreatedGoldSql} as "madeGold"`

/** The current adjudication of a solution; null for none. */
export async function findCurrentAdjudication(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
): Promise<CurrentAdjudication | null> {
  return (await listCurrentAdjudications(db, projectId, [solutionId]))[0] ?? null
}

/** The current adjudications of these solutions, in any order. */
export function listCurrentAdjudications(
  db: Transaction,
  projectId: string,
  solutions: readonly string[],
): Promise<CurrentAdjudication[]> {
  return db.$queryRaw<CurrentAdjudication[]>`
    select ${columns} from adjudication a join app_user u on u.id = a.user_id
    where a.project_id = ${projectId}::uuid and a.solution_id = any (${solutions}::uuid[])
      and a.withdrawn_at is null`
}

/** Also finds withdrawn adjudications. */
export async function findSolutionOfAdjudication(
  db: Transaction,
  projectId: string,
  adjudication: string,
): Promise<(SolutionKey & { isCurrent: boolean }) | null> {
  const [row] = await db.$queryRaw<{ solutionId: string; isCurrent: boolean }[]>`
    select solution_id as "solutionId", withdrawn_at is null as "isCurrent" from adjudication
    where project_id = ${projectId}::uuid and id = ${adjudication}::uuid`
  return row ? { projectId, ...row } : null
}

export interface NewAdjudication {
  revision: number
  stepCount: number
  ratings: readonly Rating[]
  finishReason: FinishReason
  answers: StoredErrorAnswers
  note: string
  adopted: string | null
  madeGold: boolean
  userId: string
}

export async function insertAdjudication(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  values: NewAdjudication,
): Promise<{ id: string; at: Date }> {
  const { answers } = values
  const [row] = await db.$queryRaw<[{ id: string; at: Date }]>`
    insert into adjudication (project_id, id, solution_id, revision, step_count, ratings, finish_reason,
      option_ratings, explanation, explanation_option, progress, note, adopted_annotation_id, made_gold, user_id)
    values (${projectId}::uuid, ${makeId()}::uuid, ${solutionId}::uuid, ${values.revision}, ${values.stepCount},
      jsonb_smallints(${JSON.stringify(values.ratings)}::jsonb), ${values.finishReason}::finish_reason,
      jsonb_smallints(${JSON.stringify(answers.optionRatings)}::jsonb), ${answers.explanation}, ${answers.explanationOption},
      ${answers.progress}::progress, ${values.note},
      ${values.adopted}::uuid, ${values.madeGold}, ${values.userId}::uuid)
    returning id, created_at as at`
  return row
}

/** Marks an adjudication as withdrawn. */
export async function markAdjudicationWithdrawn(
  db: Transaction,
  projectId: string,
  adjudication: string,
): Promise<void> {
  await db.$executeRaw`
    update adjudication set withdrawn_at = clock_timestamp()
    where project_id = ${projectId}::uuid and id = ${adjudication}::uuid and withdrawn_at is null`
}

export interface AdjudicationListRow {
  adjudication: string
  solution: string
  externalId: string | null
  problem: string
  stepCount: number
  error: number | null
  note: string
  by: string
  at: Date
  isGold: boolean
  cursor: string
}

/** Newest first. */
export function listAdjudicationRows(
  db: Transaction,
  projectId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AdjudicationListRow[]> {
  const [microseconds, id] = after?.split('_') ?? []
  const afterCursor = after
    ? Prisma.sql`and (a.created_at, a.id) <
        (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`
    : Prisma.empty
  return db.$queryRaw<AdjudicationListRow[]>`
    select a.id as adjudication, s.id as solution, s.external_id as "externalId",
      left(p.statement, ${excerptMaxLength}::int) as problem, a.step_count as "stepCount",
      ${firstErrorSql(Prisma.sql`a`)} as error, a.note, u.name as by,
      a.created_at as at, exists (select from gold_item g
        where g.project_id = a.project_id and g.solution_id = a.solution_id) as "isGold",
      (extract(epoch from a.created_at) * 1000000)::bigint::text || '_' || a.id as cursor
    from adjudication a
      join app_user u on u.id = a.user_id
      join solution s on s.project_id = a.project_id and s.id = a.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where a.project_id = ${projectId}::uuid and a.withdrawn_at is null ${afterCursor}
    order by a.created_at desc, a.id desc limit ${limit}`
}

/** Submitted annotations of the current steps: those that a reviewer adjudicates. */
export function listAnnotationsToAdjudicate(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
) {
  return db.$queryRaw<
    { annotation: string; version: number; ratings: (Rating | null)[]; person: string }[]
  >`
    select l.id as annotation, l.sequence as version, to_jsonb(l.ratings) as ratings,
      coalesce(u.name, l.labeler) as person
    from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id and s.revision = l.revision
      left join app_user u on u.id = l.user_id
    where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid and l.state = 'submitted'`
}
