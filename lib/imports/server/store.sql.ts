import type { Transaction } from '@/lib/platform/server/database'
import {
  type PreparedLabelling,
  type PreparedProblem,
  type PreparedSolution,
  writeScore,
} from './prepare'

interface Place {
  projectId: string
  importId: string
}

export type NewSolution = PreparedSolution & { problemId: string }

export interface OptionRow {
  solutionId: string
  step: number
  option: number
  text: string
  source: string | null
}

export type NewLabelling = PreparedLabelling & {
  solutionId: string
  flow: string
  /** From the line's own numbering of options to the stored one, by `step/option`. */
  optionNumbers: ReadonlyMap<string, number>
}

// Rows travel as one JSON parameter each: one statement, one plan, whatever the size of the batch.

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
  const rows = solutions.map((solution) => ({
    id: solution.id,
    problem_id: solution.problemId,
    identity: solution.identity,
    content_hash: solution.contentHash,
    record_hash: solution.recordHash,
    external_id: solution.record.externalId,
    flow: solution.record.flow,
    text: solution.record.text,
    splitter: solution.splitter,
    step_spans: solution.stepSpans,
    steps: solution.steps,
    answer: solution.answer,
    verdict: solution.verdict,
    verdict_reason: solution.verdictReason,
    grader_version: solution.graderVersion,
    score: writeScore(solution.record.score),
    step_scores: solution.record.stepScores,
    generator: solution.record.generator,
    metadata: solution.record.metadata,
  }))
  await db.$executeRaw`
    insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, external_id, flow, text, splitter,
      step_spans, steps, answer, verdict, verdict_reason, grader_version, score, step_scores, generator, metadata, import_id)
    select ${projectId}::uuid, id, problem_id, decode(identity, 'hex'), decode(content_hash, 'hex'),
      decode(record_hash, 'hex'), external_id, flow::flow, text, splitter, jsonb_ints(step_spans), jsonb_texts(steps), answer, verdict::verdict, verdict_reason,
      grader_version, score, nullif(step_scores, 'null'), generator, metadata, ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, problem_id uuid, identity text,
      content_hash text, record_hash text, external_id text, flow text, text text, splitter text, step_spans jsonb,
      steps jsonb, answer text, verdict text, verdict_reason text, grader_version text, score float8, step_scores jsonb, generator text,
      metadata jsonb)`
  await insertStepExplanations(db, projectId, solutions)
}

async function insertStepExplanations(
  db: Transaction,
  projectId: string,
  solutions: readonly NewSolution[],
): Promise<void> {
  const data = solutions.flatMap(({ id, record }) => {
    const positions = new Map<number, number>()
    return record.explanations.map(({ step, text }) => {
      const position = positions.get(step) ?? 0
      positions.set(step, position + 1)
      return { projectId, solutionId: id, step, position, text }
    })
  })
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

export async function insertLabellings(
  db: Transaction,
  { projectId, importId }: Place,
  labellings: readonly NewLabelling[],
): Promise<void> {
  if (labellings.length === 0) return
  const rows = labellings.map(
    ({ id, identity, record, solutionId, flow, stepCount, irregular }) => ({
      id,
      identity,
      solution_id: solutionId,
      flow,
      step_count: stepCount,
      irregular,
      labeler: record.labeler,
      recorded_at: record.timestamp,
      generation: record.generation,
      is_quality_control: record.isQualityControl,
      is_screening: record.isScreening,
      finish_reason: record.finishReason,
      total_time_ms: record.totalTimeMs,
      ratings: record.ratings,
      flagged: record.flagged,
      chosen: record.chosen,
      offered: record.offered,
    }),
  )
  await db.$executeRaw`
    insert into labelling (project_id, id, solution_id, import_id, labeler, identity, state, flow, step_count, ratings,
      flagged, chosen, offered, finish_reason, irregular, generation, is_quality_control, is_screening, recorded_at,
      total_time_ms)
    select ${projectId}::uuid, id, solution_id, ${importId}::uuid, labeler, decode(identity, 'hex'), 'submitted',
      flow::flow, step_count, jsonb_smallints(ratings), jsonb_booleans(flagged), jsonb_smallints(chosen),
      jsonb_smallints(offered), finish_reason::finish_reason, irregular, generation, is_quality_control, is_screening,
      recorded_at, total_time_ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, identity text, solution_id uuid, flow text,
      step_count int, irregular text, labeler text, recorded_at text, generation int, is_quality_control boolean,
      is_screening boolean, finish_reason text, total_time_ms bigint, ratings jsonb, flagged jsonb, chosen jsonb,
      offered jsonb)
    order by id`
  await insertOptionRatings(db, projectId, labellings)
  const humanOptions = labellings.flatMap(({ id, record }) =>
    record.humanOptions.map(({ correctedRating, ...option }) => ({
      ...option,
      projectId,
      labellingId: id,
      correctedRating: correctedRating ?? null,
    })),
  )
  if (humanOptions.length > 0) await db.humanOption.createMany({ data: humanOptions })
}

async function insertOptionRatings(
  db: Transaction,
  projectId: string,
  labellings: readonly NewLabelling[],
): Promise<void> {
  const rows = labellings.flatMap(({ id, solutionId, record, optionNumbers }) =>
    record.optionRatings.map((rating) => ({
      ...rating,
      option: optionNumbers.get(`${rating.step}/${rating.option}`) ?? rating.option,
      labelling_id: id,
      solution_id: solutionId,
    })),
  )
  if (rows.length === 0) return
  await db.$executeRaw`
    insert into option_rating (project_id, labelling_id, step, position, solution_id, option, rating, flagged)
    select ${projectId}::uuid, labelling_id, step, position, solution_id, option, rating, flagged
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(labelling_id uuid, step int, position int,
      solution_id uuid, option int, rating int, flagged boolean)`
}
