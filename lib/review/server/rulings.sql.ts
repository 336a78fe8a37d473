import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { QuestionKind } from '../question-fields'
import { shownName } from './review-state.sql'
import type { ReadingOf } from './reviewed.sql'

export interface RulingRow {
  id: string
  ruling: number
  heading: string
  words: string
  example: {
    solution: string
    revision: number
    step: number
    option: number
    problem: string
    text: string
    rating: number
    why: string
  } | null
  state: 'draft' | 'published'
  guidelineVersion: number | null
  by: string
  createdAt: Date
  publishedAt: Date | null
  questions: number
  returned: number
  corrected: number
}

const rulingColumns = Prisma.sql`r.id, r.number as ruling, r.heading, r.words,
  case when r.example_step is not null then jsonb_build_object('solution', r.example_solution_id,
    'revision', r.example_revision, 'step', r.example_step, 'option', r.example_option, 'problem', r.example_problem,
    'text', r.example_text, 'rating', r.example_rating, 'why', r.example_why) end as example,
  r.state::text, r.guideline_version as "guidelineVersion", u.name as by, r.created_at as "createdAt",
  r.published_at as "publishedAt",
  (select count(*)::int from question q where q.project_id = r.project_id and q.ruling_id = r.id) as questions,
  (select count(*)::int from ruling_return b where b.project_id = r.project_id and b.ruling_id = r.id) as returned,
  (select count(*)::int from ruling_return b
    join annotation l on l.project_id = b.project_id and l.id = b.annotation_id and l.state = 'submitted'
    where b.project_id = r.project_id and b.ruling_id = r.id) as corrected`

export function listRulingRows(
  db: Transaction,
  projectId: string,
  {
    state,
    before,
    limit,
  }: { state: 'draft' | 'published' | null; before: number | null; limit: number },
): Promise<RulingRow[]> {
  return db.$queryRaw<RulingRow[]>`
    select ${rulingColumns} from ruling r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid
      ${state === null ? Prisma.empty : Prisma.sql`and r.state = ${state}::ruling_state`}
      ${before === null ? Prisma.empty : Prisma.sql`and r.number < ${before}`}
    order by r.number desc limit ${limit}`
}

export async function findRuling(
  db: Transaction,
  projectId: string,
  ruling: number,
): Promise<RulingRow | null> {
  const [row] = await db.$queryRaw<RulingRow[]>`
    select ${rulingColumns} from ruling r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid and r.number = ${ruling}`
  return row ?? null
}

export interface AnsweredRow {
  question: string
  solution: string
  externalId: string | null
  step: number
  kind: QuestionKind
  words: string
  /** Null while names are hidden. */
  person: string | null
}

export function listAnswered(
  db: Transaction,
  { projectId, hidesLabelers, rulingId }: ReadingOf & { rulingId: string },
  limit: number,
): Promise<AnsweredRow[]> {
  return db.$queryRaw<AnsweredRow[]>`
    select q.id as question, q.solution_id as solution, s.external_id as "externalId", q.step, q.kind::text, q.words,
      ${shownName(hidesLabelers, Prisma.sql`u.name`)} as person
    from question q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
      join app_user u on u.id = q.asked_by
      left join annotation l on l.project_id = q.project_id and l.id = q.annotation_id
    where q.project_id = ${projectId}::uuid and q.ruling_id = ${rulingId}::uuid
    order by q.asked_at, q.id limit ${limit}`
}

export interface LockedRuling {
  id: string
  ruling: number
  heading: string
  state: 'draft' | 'published'
  guidelineVersion: number | null
  exampleSolution: string | null
  exampleRevision: number | null
  exampleStep: number | null
  exampleOption: number | null
}

/** Rulings by their numbers, locked until the transaction ends, in one order for everybody. */
export function lockRulings(
  db: Transaction,
  projectId: string,
  rulings: readonly number[],
): Promise<LockedRuling[]> {
  return db.$queryRaw<LockedRuling[]>`
    select id, number as ruling, heading, state::text, guideline_version as "guidelineVersion",
      example_solution_id as "exampleSolution", example_revision as "exampleRevision", example_step as "exampleStep",
      example_option as "exampleOption"
    from ruling where project_id = ${projectId}::uuid and number = any (${[...rulings]}::int[])
    order by number for update`
}

/**
 * The number that the next ruling of a project has: a new one, also after a draft was discarded, as its heading may stand
 * in a text that somebody is about to publish. The project's row stays locked, so that no two get the same.
 */
export async function takeNumber(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    update project set rulings_made = rulings_made + 1 where id = ${projectId}::uuid
    returning rulings_made as number`
  return row!.number
}

/** They are part of a version of the guideline from here on. Returns how many were drafts until now. */
export function markPublished(
  db: Transaction,
  projectId: string,
  { rulings, version }: { rulings: readonly number[]; version: number },
): Promise<number> {
  return db.$executeRaw`
    update ruling set state = 'published', guideline_version = ${version}, published_at = now()
    where project_id = ${projectId}::uuid and number = any (${[...rulings]}::int[]) and state = 'draft'`
}
