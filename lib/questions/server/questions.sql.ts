import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import type { Flow, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import {
  countListRows,
  countListRowsUpTo,
  listPageSql,
} from '@/lib/platform/server/stored-lists.sql'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import { visibleAnnotatorNameSql } from '@/lib/reviews/server/review-state.sql'
import type { ReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import type { QuestionOrder } from '../contract'
import type { QuestionKind, ResolvedQuestion } from '../question-fields'
import { questionSteps } from './question-steps.sql'

export interface OpenQuestionRow {
  annotation: string | null
  question: string | null
  option: number
  optionText: string | null
  optionRating: Rating | null
  kind: QuestionKind
  text: string
  /** Null while names are hidden. */
  person: string | null
  /** In UTC, in JSON format. */
  askedAt: string
}

export interface StepRatingRow {
  person: string | null
  rating: number | null
}

export interface StepWithQuestionsRow {
  solution: string
  externalId: string | null
  revision: number
  flow: Flow
  step: number
  stepCount: number
  problem: string
  previousStep: string | null
  text: string | null
  annotators: number
  questions: OpenQuestionRow[]
  ratings: StepRatingRow[]
  /** Steps with questions on all pages. */
  total: number
}

/** Number of annotators whose rating of a step is shown. */
const maxListedRatings = 50

const storedOptionSql = Prisma.sql`a.option - case s.flow when 'step_choice' then 1 else 0 end`

/** The text of an option; null for the step itself and for steps that an annotator wrote. */
const optionTextSql = Prisma.sql`(
  select t.text from step_option t where t.project_id = s.project_id and t.solution_id = s.id and t.step = a.step
    and t.option = ${storedOptionSql} and a.option > 0)`

/** How the annotator who asks rated the option; null for the step itself. */
const optionRatingSql = Prisma.sql`(
  select r.rating from option_rating r where r.project_id = s.project_id and r.annotation_id = a.annotation_id
    and r.step = a.step and r.option = ${storedOptionSql} and a.option > 0 limit 1)`

const questionsOfStepSql = (hidesAnnotatorNames: boolean) => Prisma.sql`(
  select jsonb_agg(jsonb_build_object('annotation', a.annotation_id, 'question', a.question_id, 'option', a.option,
    'optionText', ${optionTextSql}, 'optionRating', ${optionRatingSql}, 'kind', a.kind, 'text', a.text,
    'person', ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`u.name`)},
    'askedAt', ${timeTextSql(Prisma.sql`a.asked_at`)})
    order by a.asked_at, a.annotation_id, a.question_id, a.option, a.kind)
  from (select * from open_question q where q.project_id = s.project_id and q.solution_id = s.id and q.step = g.step offset 0) a
    join app_user u on u.id = a.person_id
    left join annotation l on l.project_id = s.project_id and l.id = a.annotation_id)`

const ratingsOfStepSql = (hidesAnnotatorNames: boolean) => Prisma.sql`coalesce((
  select jsonb_agg(jsonb_build_object('person', r.person, 'rating', r.rating) order by r.person, r.id)
  from (select l.id, ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`coalesce(u.name, l.labeler)`)} as person, l.ratings[g.step + 1] as rating
    from annotation l left join app_user u on u.id = l.user_id
    where l.project_id = s.project_id and l.solution_id = s.id and l.state = 'submitted'
      and cardinality(l.ratings) > g.step
    order by l.id limit ${maxListedRatings}) r), '[]')`

const stepColumns = Prisma.sql`s.id as solution, s.external_id as "externalId", s.revision, s.flow::text, g.step,
  cardinality(s.steps) as "stepCount", p.statement as problem`

/** Steps with open questions, by the number of people who ask or by the latest question. */
export function listStepsWithQuestions(
  db: Transaction,
  { projectId, hidesAnnotatorNames }: ReviewScope,
  { order, limit, offset }: { order: QuestionOrder; limit: number; offset: number },
): Promise<StepWithQuestionsRow[]> {
  const newestFirst = Prisma.sql`latest desc, solution_id, step`
  const orderBy = order === 'newest' ? newestFirst : Prisma.sql`annotators desc, ${newestFirst}`
  return db.$queryRaw<StepWithQuestionsRow[]>`
    with ${listPageSql(questionSteps, { projectId, orderBy, limit, offset })}
    select ${stepColumns}, case when g.step > 0 then s.steps[g.step] end as "previousStep", s.steps[g.step + 1] as text,
      g.annotators, g.total, ${questionsOfStepSql(hidesAnnotatorNames)} as questions, ${ratingsOfStepSql(hidesAnnotatorNames)} as ratings
    from page g
      join solution s on s.project_id = ${projectId}::uuid and s.id = g.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    order by ${orderBy}`
}

export const countStepsWithQuestions = (db: Transaction, projectId: string): Promise<number> =>
  countListRows(db, questionSteps, { projectId })

export const countStepsWithQuestionsUpTo = (
  db: Transaction,
  projectId: string,
  max: number,
): Promise<number> => countListRowsUpTo(db, questionSteps, { projectId, max })

export type StepDetailsRow = Omit<
  StepWithQuestionsRow,
  'previousStep' | 'text' | 'annotators' | 'questions' | 'total'
> & {
  steps: string[]
  questions: OpenQuestionRow[] | null
}

/** One step with the texts before it, with or without questions; null if there is no such step. */
export async function findStepDetails(
  db: Transaction,
  { projectId, solutionId, hidesAnnotatorNames }: SolutionKey & ReviewScope,
  step: number,
): Promise<StepDetailsRow | null> {
  const [row] = await db.$queryRaw<StepDetailsRow[]>`
    with g as (select ${solutionId}::uuid as solution_id, ${step}::int as step)
    select ${stepColumns}, s.steps[:g.step + 1] as steps, ${questionsOfStepSql(hidesAnnotatorNames)} as questions, ${ratingsOfStepSql(hidesAnnotatorNames)} as ratings
    from g
      join solution s on s.project_id = ${projectId}::uuid and s.id = g.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where g.step < cardinality(s.steps) or s.flow = 'step_choice' and exists (select from step_option t
      where t.project_id = s.project_id and t.solution_id = s.id and t.step = g.step)`
  return row ?? null
}

export interface DismissedQuestionRow extends ResolvedQuestion {
  note: string
  by: string
  dismissedAt: Date
}

export function listDismissedQuestionRows(
  db: Transaction,
  { projectId, hidesAnnotatorNames }: ReviewScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<DismissedQuestionRow[]> {
  return db.$queryRaw<DismissedQuestionRow[]>`
    select q.id as question, q.solution_id as solution, s.external_id as "externalId", q.step, q.kind::text, q.text,
      ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`a.name`)} as person, q.note, u.name as by, q.resolved_at as "dismissedAt"
    from question q
      join solution s on s.project_id = q.project_id and s.id = q.solution_id
      join app_user a on a.id = q.asked_by
      join app_user u on u.id = q.user_id
      left join annotation l on l.project_id = q.project_id and l.id = q.annotation_id
    where q.project_id = ${projectId}::uuid and q.state = 'dismissed'
    order by q.resolved_at desc, q.id desc limit ${limit} offset ${offset}`
}

/** Moves questions to the new step numbers after a repair, like notes. */
export async function moveQuestionsToRepairedSteps(
  db: Transaction,
  { projectId, solutionId }: SolutionKey,
  { first, removed, added }: { first: number; removed: number; added: number },
): Promise<void> {
  await db.$executeRaw`
    update question set revision = revision + 1, step = case
      when step >= ${first + removed}::int then step + ${added - removed}::int
      when step > ${first}::int then ${first}::int else step end
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
}
