import {
  hasConclusiveFinishReasonSql,
  countsAsWorkSql,
} from '@/lib/annotations/server/annotation-rules.sql'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Transaction, getTransferDatabase } from '@/lib/platform/server/database'
import { type TransactionContext, runTransaction } from '@/lib/platform/server/run-transaction'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'
import { maxCountedSolutions } from '@/lib/scoring/max-counted'

const pageRows = 2_000
const readTimeoutMs = 10 * 60 * 1000
const waitForConnectionMs = 10_000
const smallestId = '00000000-0000-0000-0000-000000000000'

/**
 * Annotations `l` of solutions `s` that the embedded scorer is trained on: submitted, finished and regular ones, labelled
 * here or imported, without gold, screening and held-out problems.
 */
export const isTrainableSql = (projectId: string, heldOutProblems: readonly string[]) =>
  Prisma.sql`${isTrainableAnnotationSql(projectId)} and s.problem_id <> all(${heldOutProblems}::uuid[])`

const isTrainableAnnotationSql = (projectId: string) => Prisma.sql`l.project_id = ${projectId}::uuid
  and l.state = 'submitted' and ${hasConclusiveFinishReasonSql} and l.irregular is null and cardinality(l.ratings) > 0
  and ${countsAsWorkSql()}`

/** Held-out problems of the project. Looks up each hash in the index once. */
export async function listHeldOutProblems(db: Transaction, projectId: string): Promise<string[]> {
  const problems = await db.$queryRaw<{ id: string }[]>`
    select held.id from held_out_problem h cross join lateral (
      select p.id from problem p
      where p.project_id = ${projectId}::uuid and hash_statement(p.statement) = h.statement_hash) held
    where h.project_id = ${projectId}::uuid`
  return problems.map(({ id }) => id)
}

const annotationTables = Prisma.sql`annotation l
  join solution s on s.project_id = l.project_id and s.id = l.solution_id
  join problem p on p.project_id = s.project_id and p.id = s.problem_id`

/** The steps of flow `step_choice`: the chosen options or the annotator's own steps. */
const chosenPathSql = Prisma.sql`(
  select json_agg(json_build_array(coalesce(h.text, o.text), case when h.text is null then r.rating else 1 end) order by i)
  from generate_subscripts(l.ratings, 1) i
    left join human_option h on h.project_id = l.project_id and h.annotation_id = l.id and h.step = i - 1
      and l.chosen[i] is null
    left join option_rating r on r.project_id = l.project_id and r.annotation_id = l.id and r.step = i - 1
      and r.position = l.chosen[i]
    left join step_option o on o.project_id = l.project_id and o.solution_id = l.solution_id and o.step = i - 1
      and o.option = coalesce(r.option, l.chosen[i]))`

type Rating = TrainingExample['ratings'][number]
type PathStep = [text: string | null, rating: Rating]
type Row = [
  problemId: string,
  statement: string,
  steps: string[],
  ratings: Rating[],
  path: PathStep[] | null,
  source: string | null,
  subject: string | null,
]

/** Whether there is any solution to train on. */
export async function hasTrainableSolutions(db: Transaction, projectId: string): Promise<boolean> {
  const heldOutProblems = await listHeldOutProblems(db, projectId)
  const [row] = await db.$queryRaw<[{ isTrainable: boolean }]>`
    select exists (select from ${annotationTables} where ${isTrainableSql(projectId, heldOutProblems)}) as "isTrainable"`
  return row.isTrainable
}

/** Number of solutions to train on, up to a limit. */
export async function countTrainableSolutions(db: Transaction, projectId: string): Promise<number> {
  const heldOutProblems = await listHeldOutProblems(db, projectId)
  // In the order of an index, so that the count stops at the limit instead of reading all annotations.
  const [row] = await db.$queryRaw<[{ solutions: number }]>`
    select count(*)::int as solutions from (
      select distinct l.solution_id from annotation l
      where ${isTrainableAnnotationSql(projectId)} and not exists (
        select from solution s where s.project_id = l.project_id and s.id = l.solution_id
          and s.problem_id = any(${heldOutProblems}::uuid[]))
      order by l.solution_id limit ${maxCountedSolutions + 1}) trainable`
  return row.solutions
}

export interface LabelledSolutionPage {
  examples: TrainingExample[]
  solutionIds: string[]
}

/** In order of annotation id; each annotation separately, so that disagreeing annotators both count. */
export async function* readLabelledSolutions(
  projectId: string,
): AsyncGenerator<LabelledSolutionPage> {
  const heldOutProblems = await runLongTransaction(({ db }) => listHeldOutProblems(db, projectId))
  for (let after = smallestId; ;) {
    const page = await runLongTransaction(({ rows: reader }) =>
      reader.read(Prisma.sql`
          select l.id::text, l.solution_id::text, json_build_array(p.id, p.statement, s.steps, l.ratings,
            case when l.flow = 'step_choice' then ${chosenPathSql} end, b.file_name, p.subject)::text
          from ${annotationTables} left join import_batch b on b.project_id = s.project_id and b.id = s.import_id
          where l.id > ${after}::uuid and ${isTrainableSql(projectId, heldOutProblems)}
          order by l.id limit ${pageRows}`),
    )
    const last = page.at(-1)
    if (!last) return
    yield {
      examples: page.map((row) => readExample(JSON.parse(row.read(2)) as Row)),
      solutionIds: page.map((row) => row.read(1)),
    }
    after = last.id
  }
}

function runLongTransaction<T>(run: (transaction: TransactionContext) => Promise<T>): Promise<T> {
  return runTransaction(
    getTransferDatabase(),
    async (transaction) => {
      await transaction.db
        .$executeRaw`select set_config('statement_timeout', ${String(readTimeoutMs)}, true)`
      return run(transaction)
    },
    { timeout: readTimeoutMs, maxWait: waitForConnectionMs },
  )
}

function readExample(row: Row): TrainingExample {
  const [problemId, problem, steps, ratings, path, source, subject] = row
  const groups = { source, subject }
  if (path === null) return { problemId, problem, steps, ratings, ...groups }
  const end = path.findIndex(([text, rating]) => text === null || rating === null)
  const completePath = end === -1 ? path : path.slice(0, end)
  return {
    problemId,
    problem,
    steps: completePath.map(([text]) => text ?? ''),
    ratings: completePath.map(([, rating]) => rating),
    ...groups,
  }
}
