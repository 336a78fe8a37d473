import { hashExternalId } from '@/lib/formats/server/hash-external-id'
import { Prisma } from '@/lib/generated/prisma/client'
import type { JobState, ScorerKind } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'
import type { ScoreLine, ScoreTargetSolution } from '../score-line'
import type { ScoreRunKey } from './score-run-rows.sql'
import type { ImportedSolutionScoreColumns } from './solution-score-columns'

/** Finds the scorer of this name, of any kind, or creates one for imported scores. Concurrent calls wait for each other. */
export async function findScorerOrCreateImported(
  db: Transaction,
  projectId: string,
  { id, name, userId }: { id: string; name: string; userId: string },
): Promise<{ id: string; kind: ScorerKind; retiredAt: Date | null }> {
  await lockProject(db, projectId)
  await db.$executeRaw`
    insert into scorer (project_id, id, name, kind, user_id)
    select ${projectId}::uuid, ${id}::uuid, ${name}, 'imported', ${userId}::uuid
    where not exists (select from scorer where project_id = ${projectId}::uuid and lower(name) = lower(${name}))`
  const [row] = await db.$queryRaw<[{ id: string; kind: ScorerKind; retiredAt: Date | null }]>`
    select id, kind::text, retired_at as "retiredAt" from scorer
    where project_id = ${projectId}::uuid and lower(name) = lower(${name})
    order by name = ${name} desc limit 1`
  return row
}

/** Locks the run until the transaction ends. */
export async function lockScoreRun(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
): Promise<{ number: number; state: JobState; kind: ScorerKind } | null> {
  const [row] = await db.$queryRaw<{ number: number; state: JobState; kind: ScorerKind }[]>`
    select r.number, r.state::text, c.kind::text
    from score_run r join scorer c on c.project_id = r.project_id and c.id = r.scorer_id
    where r.project_id = ${projectId}::uuid and r.id = ${runId}::uuid for update of r`
  return row ?? null
}

/** A parsed line with its number. */
export type NumberedScoreLine = ScoreLine & { line: number }

export interface MatchedSolution extends ScoreTargetSolution {
  line: number
  id: string
  revision: number
}

interface Lookup {
  line: number
  steps: string[] | null
}

const matchedColumns = Prisma.sql`a.line, s.id, s.revision, coalesce(cardinality(s.steps), 0) as steps,
  a.steps is null or a.steps = s.steps as "hasSameSteps"`

/** The solutions that lines identify, by line number: several if a line is ambiguous, though not always all of them. */
export async function findSolutionsOfScoreLines(
  db: Transaction,
  projectId: string,
  lines: readonly NumberedScoreLine[],
): Promise<Map<number, MatchedSolution[]>> {
  const ids: (Lookup & { id: string })[] = []
  const identities: (Lookup & { identity: string })[] = []
  const contents: (Lookup & Extract<ScoreLine['solution'], { by: 'content' }>)[] = []
  for (const { line, steps, solution } of lines)
    if (solution.by === 'id') ids.push({ line, steps, id: solution.id })
    else if (solution.by === 'external-id')
      identities.push({ line, steps, identity: hashExternalId(solution.id) })
    else contents.push({ line, steps, ...solution })
  const rows = [
    ...(await findByKey(db, projectId, Prisma.sql`id uuid`, Prisma.sql`t.id = a.id`, ids)),
    ...(await findByKey(
      ...([db, projectId, Prisma.sql`identity text`] as const),
      Prisma.sql`t.identity = decode(a.identity, 'hex')`,
      identities,
    )),
    ...(await findByContent(db, projectId, contents)),
  ]
  return Map.groupBy(rows, ({ line }) => line)
}

/** One lookup per line by its complete key, because a join could read all solutions if table statistics are outdated. */
async function findByKey(
  db: Transaction,
  projectId: string,
  keyColumnSql: Prisma.Sql,
  matchSql: Prisma.Sql,
  requested: readonly Lookup[],
): Promise<MatchedSolution[]> {
  if (requested.length === 0) return []
  return db.$queryRaw<MatchedSolution[]>`
    with requested as materialized (
      select *, ${projectId}::uuid as project_id
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r(line int, steps text[], ${keyColumnSql}))
    select ${matchedColumns}
    from requested a cross join lateral (
      select t.id, t.revision, t.steps from solution t
      where t.project_id = a.project_id and ${matchSql} limit 1) s`
}

/** The solutions of the line's problem with the same steps, or with the same text if the line has no steps. */
async function findByContent(
  db: Transaction,
  projectId: string,
  requested: readonly Lookup[],
): Promise<MatchedSolution[]> {
  if (requested.length === 0) return []
  return db.$queryRaw<MatchedSolution[]>`
    with requested as materialized (
      select *, ${projectId}::uuid as project_id,
        sha256(convert_to('id:' || problem, 'UTF8')) as identity,
        case when problem ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then problem::uuid end as problem_id
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
        as r(line int, steps text[], text text, problem text, statement text)),
    matches as materialized (
      select a.line, p.id from requested a cross join lateral (
        select t.id from problem t where t.project_id = a.project_id and t.identity = a.identity limit 1) p
      union
      select a.line, p.id from requested a cross join lateral (
        select t.id from problem t where t.project_id = a.project_id and t.id = a.problem_id limit 1) p
      union
      select a.line, p.id from requested a cross join lateral (
        select t.id from problem t
        where t.project_id = a.project_id and hash_statement(t.statement) = hash_statement(a.statement)
          and t.statement = a.statement limit 2) p
      where a.problem is null)
    select ${matchedColumns}
    from requested a join matches m on m.line = a.line cross join lateral (
      select t.id, t.revision, t.steps from solution t
      where t.project_id = a.project_id and t.problem_id = m.id
        and case when a.steps is null then t.text = a.text else t.steps = a.steps end
      limit 2) s`
}

/** A score that the run already has. */
export interface ExistingRunScore {
  solutionId: string
  line: number
  stepScores: number[]
  product: number
}

export async function findExistingRunScores(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
  solutionIds: readonly string[],
): Promise<Map<string, ExistingRunScore>> {
  if (solutionIds.length === 0) return new Map()
  const rows = await db.$queryRaw<ExistingRunScore[]>`
    select solution_id as "solutionId", line, step_scores::float8[] as "stepScores", product
    from solution_score
    where project_id = ${projectId}::uuid and run_id = ${runId}::uuid and solution_id = any(${solutionIds}::uuid[])`
  return new Map(rows.map((row) => [row.solutionId, row]))
}

export interface ImportedScore {
  solutionId: string
  revision: number
  line: number
  values: ImportedSolutionScoreColumns
}

/** Stores and counts the scores. Requires the lock of the run. Returns the number of solutions scored so far. */
export async function insertImportedScores(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
  scores: readonly ImportedScore[],
): Promise<number> {
  const rows = scores.map(({ values, ...row }) => ({ ...row, ...values }))
  if (rows.length > 0)
    await db.$executeRaw`
      insert into solution_score (project_id, run_id, solution_id, revision, line, step_scores, product, minimum,
        geometric_mean, last, strict_product, strict_minimum, strict_geometric_mean, strict_last, lowest_step)
      select ${projectId}::uuid, ${runId}::uuid, "solutionId", revision, line, "stepScores", product, minimum,
        "geometricMean", last, "strictProduct", "strictMinimum", "strictGeometric", "strictLast", "lowestStep"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("solutionId" uuid, revision smallint, line int,
        "stepScores" real[], product float8, minimum float8, "geometricMean" float8, last float8,
        "strictProduct" float8, "strictMinimum" float8, "strictGeometric" float8, "strictLast" float8,
        "lowestStep" smallint)`
  const [run] = await db.$queryRaw<[{ doneRows: number }]>`
    update score_run set done_rows = done_rows + ${rows.length}::int
    where project_id = ${projectId}::uuid and id = ${runId}::uuid
    returning done_rows as "doneRows"`
  return run.doneRows
}

/** Requires the lock of the run. */
export async function completeScoreImport(
  db: Transaction,
  { projectId, runId }: ScoreRunKey,
  rejectedCount: number,
): Promise<void> {
  await db.$executeRaw`
    update score_run set state = 'done', finished_at = now(), message = null, failed_rows = ${rejectedCount}::int,
      total_rows = done_rows + ${rejectedCount}::int
    where project_id = ${projectId}::uuid and id = ${runId}::uuid`
}
