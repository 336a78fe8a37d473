import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { visibleAnnotatorNameSql } from '@/lib/reviews/server/review-state.sql'
import type { ReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import type { DecisionExample } from '../format-decisions'
import type { ResolvedQuestion } from '../question-fields'

export interface DecisionRow {
  id: string
  decision: number
  heading: string
  text: string
  example: (DecisionExample & { solution: string; revision: number }) | null
  state: 'draft' | 'published'
  guidelineVersion: number | null
  by: string
  createdAt: Date
  publishedAt: Date | null
  questionCount: number
  returned: number
  corrected: number
}

const decisionColumns = Prisma.sql`r.id, r.number as decision, r.heading, r.text,
  case when r.example_step is not null then jsonb_build_object('solution', r.example_solution_id,
    'revision', r.example_revision, 'step', r.example_step, 'option', r.example_option, 'problem', r.example_problem,
    'text', r.example_text, 'rating', r.example_rating, 'reason', r.example_reason) end as example,
  r.state::text, r.guideline_version as "guidelineVersion", u.name as by, r.created_at as "createdAt",
  r.published_at as "publishedAt",
  (select count(*)::int from question q where q.project_id = r.project_id and q.decision_id = r.id) as "questionCount",
  (select count(*)::int from decision_rework b where b.project_id = r.project_id and b.decision_id = r.id) as returned,
  (select count(*)::int from decision_rework b
    join annotation l on l.project_id = b.project_id and l.id = b.annotation_id and l.state = 'submitted'
    where b.project_id = r.project_id and b.decision_id = r.id) as corrected`

export function listDecisionRows(
  db: Transaction,
  projectId: string,
  {
    state,
    before,
    limit,
  }: { state: 'draft' | 'published' | null; before: number | null; limit: number },
): Promise<DecisionRow[]> {
  return db.$queryRaw<DecisionRow[]>`
    select ${decisionColumns} from decision r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid
      ${state === null ? Prisma.empty : Prisma.sql`and r.state = ${state}::decision_state`}
      ${before === null ? Prisma.empty : Prisma.sql`and r.number < ${before}`}
    order by r.number desc limit ${limit}`
}

export async function findDecision(
  db: Transaction,
  projectId: string,
  decision: number,
): Promise<DecisionRow | null> {
  const [row] = await db.$queryRaw<DecisionRow[]>`
    select ${decisionColumns} from decision r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid and r.number = ${decision}`
  return row ?? null
}

export function listAnsweredQuestions(
  db: Transaction,
  { projectId, hidesAnnotatorNames, decisionId }: ReviewScope & { decisionId: string },
  limit: number,
): Promise<ResolvedQuestion[]> {
  return db.$queryRaw<ResolvedQuestion[]>`
    select q.id as question, q.solution_id as solution, s.external_id as "externalId", q.step, q.kind::text, q.text,
      ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`u.name`)} as person
    from question q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
      join app_user u on u.id = q.asked_by
      left join annotation l on l.project_id = q.project_id and l.id = q.annotation_id
    where q.project_id = ${projectId}::uuid and q.decision_id = ${decisionId}::uuid
    order by q.asked_at, q.id limit ${limit}`
}

export interface LockedDecision {
  id: string
  decision: number
  heading: string
  state: 'draft' | 'published'
  guidelineVersion: number | null
  exampleSolution: string | null
  exampleRevision: number | null
  exampleStep: number | null
  exampleOption: number | null
}

/** Locks decisions by number until the transaction ends, in a fixed order. */
export function lockDecisions(
  db: Transaction,
  projectId: string,
  decisions: readonly number[],
): Promise<LockedDecision[]> {
  return db.$queryRaw<LockedDecision[]>`
    select id, number as decision, heading, state::text, guideline_version as "guidelineVersion",
      example_solution_id as "exampleSolution", example_revision as "exampleRevision", example_step as "exampleStep",
      example_option as "exampleOption"
    from decision where project_id = ${projectId}::uuid and number = any (${[...decisions]}::int[])
    order by number for update`
}

/**
 * The number of a project's next decision. Never reuses the number of a discarded draft, because its heading may be in
 * a text that is about to be published. Locks the project's row, so that no two decisions get the same number.
 */
export async function reserveDecisionNumber(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    update project set last_decision_number = last_decision_number + 1 where id = ${projectId}::uuid
    returning last_decision_number as number`
  return row!.number
}

/** Marks decisions as published with this version of the guideline. Returns how many were drafts. */
export function publishDecisionDrafts(
  db: Transaction,
  projectId: string,
  { decisions, version }: { decisions: readonly number[]; version: number },
): Promise<number> {
  return db.$executeRaw`
    update decision set state = 'published', guideline_version = ${version}, published_at = now()
    where project_id = ${projectId}::uuid and number = any (${[...decisions]}::int[]) and state = 'draft'`
}
