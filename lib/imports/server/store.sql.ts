import type { Transaction } from '@/lib/platform/server/database'
import type { Place } from './known.sql'
import type { PreparedProblem, PreparedSolution } from './prepare'

export type NewSolution = PreparedSolution & { problemId: string }

export interface OptionRow {
  solutionId: string
  step: number
  option: number
  text: string
  source: string | null
}

// Rows travel in one statement with one plan, whatever the size of the batch: as one JSON parameter, or, where there are
// many and they are wide, as one list for each column. A row's own lists are then written as PostgreSQL writes them,
// which it reads in a third of the time that it takes to get them out of JSON.

const writeInts = (numbers: readonly number[]) => `{${numbers.join(',')}}`

function writeTexts(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

const writeJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** JavaScript would write -0 as 0. */
const writeNumber = (value: number | null) =>
  value === null ? null : Object.is(value, -0) ? '-0' : String(value)

export async function insertProblems(
  db: Transaction,
  { projectId }: Place,
  problems: readonly PreparedProblem[],
): Promise<void> {
  if (problems.length === 0) return
  const rows = problems.map(({ id, identity, record }) => ({
    id,
    identity,
    external_id: record.externalId,
    statement: record.statement,
    answer: record.answer,
    reference_solution: record.referenceSolution ?? null,
    subject: record.subject,
    level: record.level,
    metadata: record.metadata,
  }))
  await db.$executeRaw`
    insert into problem (project_id, id, identity, external_id, statement, answer, reference_solution, subject, level, metadata)
    select ${projectId}::uuid, id, decode(identity, 'hex'), external_id, statement, answer, reference_solution, subject,
      level, metadata
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, identity text, external_id text, statement text,
      answer text, reference_solution text, subject text, level text, metadata jsonb)`
}

export async function insertSolutions(
  db: Transaction,
  { projectId, importId }: Place,
  solutions: readonly NewSolution[],
): Promise<void> {
  if (solutions.length === 0) return
  const list = <T>(read: (solution: NewSolution) => T) => solutions.map(read)
  const said = <T>(read: (record: NewSolution['record']) => T) => list(({ record }) => read(record))
  await db.$executeRaw`
    insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, external_id, flow, text,
      splitter, step_spans, steps, step_ids, revision, answer, verdict, verdict_reason, verdict_by, grader_version, score,
      step_scores, generator, metadata, import_id)
    select ${projectId}::uuid, id, problem_id, decode(identity, 'hex'), decode(content_hash, 'hex'),
      decode(record_hash, 'hex'), external_id, flow::flow, text, splitter, step_spans::int[], steps::text[],
      step_ids::int[], revision, answer, verdict::verdict, verdict_reason, verdict_by::verdict_source, grader_version,
      score::float8, step_scores::jsonb, generator, metadata::jsonb, ${importId}::uuid
    from unnest(${list(({ id }) => id)}::uuid[], ${list(({ problemId }) => problemId)}::uuid[],
      ${list(({ identity }) => identity)}::text[], ${list(({ contentHash }) => contentHash)}::text[],
      ${list(({ recordHash }) => recordHash)}::text[], ${said(({ externalId }) => externalId)}::text[],
      ${said(({ flow }) => flow)}::text[], ${list(({ text }) => text)}::text[],
      ${list(({ splitter }) => splitter)}::text[], ${list(({ stepSpans }) => writeInts(stepSpans))}::text[],
      ${list(({ steps }) => writeTexts(steps))}::text[], ${list(({ stepIds }) => writeInts(stepIds))}::text[],
      ${list(({ revision }) => revision)}::int[], ${list(({ answer }) => answer)}::text[],
      ${list(({ verdict }) => verdict)}::text[], ${list(({ verdictReason }) => verdictReason)}::text[],
      ${list(({ verdictBy }) => verdictBy)}::text[], ${list((solution) => solution.graderVersion)}::text[],
      ${said(({ score }) => writeNumber(score))}::text[],
      ${said(({ stepScores }) => writeJson(stepScores))}::text[], ${said(({ generator }) => generator)}::text[],
      ${said(({ metadata }) => writeJson(metadata))}::text[]
    ) as r(id, problem_id, identity, content_hash, record_hash, external_id, flow, text, splitter, step_spans, steps,
      step_ids, revision, answer, verdict, verdict_reason, verdict_by, grader_version, score, step_scores, generator,
      metadata)`
  await insertStepExplanations(db, projectId, solutions)
}

async function insertStepExplanations(
  db: Transaction,
  projectId: string,
  solutions: readonly NewSolution[],
): Promise<void> {
  const data = solutions.flatMap(({ id, explanations }) =>
    explanations.map(({ step, position, text }) => ({
      ...{ projectId, solutionId: id },
      ...{ step, position, text },
    })),
  )
  if (data.length > 0) await db.stepExplanation.createMany({ data })
}

export async function insertStepOptions(
  db: Transaction,
  { projectId }: Place,
  options: readonly OptionRow[],
): Promise<void> {
  if (options.length === 0) return
  await db.$executeRaw`
    insert into step_option (project_id, solution_id, step, option, text, source)
    select ${projectId}::uuid, "solutionId", step, option, text, source
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as r("solutionId" uuid, step int, option int, text text,
      source text)`
}
