import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import type { Flow, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { timeTextSql } from '@/lib/platform/server/time-text.sql'
import { visibleAnnotatorNameSql } from '@/lib/reviews/server/review-state.sql'
import type { ReviewScope } from '@/lib/reviews/server/reviewed-annotations.sql'
import type { QuestionOrder } from '../contract'
import type { QuestionKind, ResolvedQuestion } from '../question-fields'

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

/**
 * Unanswered flags and comments of submitted annotations of the current steps, and reviewers' questions. Both parts
 * have an index of only the open ones.
 */
const selectOpenQuestionsSql = (projectId: string) => Prisma.sql`
  select l.solution_id, n.step, l.id as annotation, null::uuid as question, n.option, n.kind::text as kind, n.text,
    l.user_id as person_id, l.submitted_at as asked_at
  from step_note n
    -- Looked up one by one, because open notes are few and a join would read all annotations.
    cross join lateral (
      select * from annotation l where l.project_id = n.project_id and l.id = n.annotation_id
        and l.state = 'submitted' and l.user_id is not null offset 0) l
  where n.project_id = ${projectId}::uuid and n.kind in ('flag', 'comment') and n.dismissed_at is null
    -- The steps have not been repaired since. Repairs are few, unlike solutions.
    and not exists (select from solution_revision v where v.project_id = l.project_id and v.solution_id = l.solution_id
      and v.revision = l.revision)
  union all
  select q.solution_id, q.step, null, q.id, q.option, q.kind::text, q.text, q.asked_by, q.asked_at
  from question q
  where q.project_id = ${projectId}::uuid and q.state = 'open'`

const storedOptionSql = Prisma.sql`a.option - case s.flow when 'step_choice' then 1 else 0 end`

/** The text of an option; null for the step itself and for steps that an annotator wrote. */
const optionTextSql = Prisma.sql`(
  select t.text from step_option t where t.project_id = s.project_id and t.solution_id = s.id and t.step = a.step
    and t.option = ${storedOptionSql} and a.option > 0)`

/** How the annotator who asks rated the option; null for the step itself. */
const optionRatingSql = Prisma.sql`(
  select r.rating from option_rating r where r.project_id = s.project_id and r.annotation_id = a.annotation
    and r.step = a.step and r.option = ${storedOptionSql} and a.option > 0 limit 1)`

const questionsOfStepSql = (hidesAnnotatorNames: boolean) => Prisma.sql`(
  select jsonb_agg(jsonb_build_object('annotation', a.annotation, 'question', a.question, 'option', a.option,
    'optionText', ${optionTextSql}, 'optionRating', ${optionRatingSql}, 'kind', a.kind, 'text', a.text,
    'person', ${visibleAnnotatorNameSql(hidesAnnotatorNames, Prisma.sql`u.name`)},
    'askedAt', ${timeTextSql(Prisma.sql`a.asked_at`)})
    order by a.asked_at, a.annotation, a.question, a.option, a.kind)
  from listed_questions a join app_user u on u.id = a.person_id
    left join annotation l on l.project_id = s.project_id and l.id = a.annotation
  where a.solution_id = g.solution_id and a.step = g.step)`

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
  const newestFirst = Prisma.sql`g.latest desc, g.solution_id, g.step`
  const orderBy = order === 'newest' ? newestFirst : Prisma.sql`g.annotators desc, ${newestFirst}`
  return db.$queryRaw<StepWithQuestionsRow[]>`
    with open_questions as materialized (${selectOpenQuestionsSql(projectId)}),
    page as (
      select g.*, count(*) over ()::int as total from (
        select solution_id, step, count(distinct person_id)::int as annotators, max(asked_at) as latest
        from open_questions group by solution_id, step) g
      order by ${orderBy} limit ${limit} offset ${offset}
    ),
    listed_questions as materialized (
      select q.* from page join open_questions q on q.solution_id = page.solution_id and q.step = page.step
    )
    select ${stepColumns}, case when g.step > 0 then s.steps[g.step] end as "previousStep", s.steps[g.step + 1] as text,
      g.annotators, g.total, ${questionsOfStepSql(hidesAnnotatorNames)} as questions, ${ratingsOfStepSql(hidesAnnotatorNames)} as ratings
    from page g
      join solution s on s.project_id = ${projectId}::uuid and s.id = g.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    order by ${orderBy}`
}

export async function countStepsWithQuestions(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    select count(distinct (solution_id, step))::int as n from (${selectOpenQuestionsSql(projectId)}) a`
  return row!.n
}

/** Number of steps with questions, up to a limit. Usually reads at most twice as many questions as the limit. */
export async function countStepsWithQuestionsUpTo(
  db: Transaction,
  projectId: string,
  limit: number,
): Promise<number> {
  const maxRead = 2 * limit
  const [row] = await db.$queryRaw<[{ n: number; questions: number }]>`
    select count(distinct (solution_id, step))::int as n, count(*)::int as questions
    from (select solution_id, step from (${selectOpenQuestionsSql(projectId)}) a limit ${maxRead}::int) first_questions`
  if (row.n >= limit || row.questions < maxRead) return Math.min(limit, row.n)
  return Math.min(limit, await countStepsWithQuestions(db, projectId))
}

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
    with listed_questions as materialized (
      select * from (${selectOpenQuestionsSql(projectId)}) o where o.solution_id = ${solutionId}::uuid and o.step = ${step}
    ), g as (select ${solutionId}::uuid as solution_id, ${step}::int as step)
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
