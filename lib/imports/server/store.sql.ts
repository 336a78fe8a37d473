import { type BinaryCopyWriter, uuidToBytes } from '@/lib/platform/server/binary-copy-writer'
import type { BulkRowCopier } from '@/lib/platform/server/bulk-row-copier'
import type { Transaction } from '@/lib/platform/server/database'
import type { PreparedProblem, PreparedSolution } from './prepared-line'
import type { LookupContext } from './stored-records.sql'

export type NewSolution = PreparedSolution & { problemId: string }

export interface OptionRow {
  solutionId: string
  step: number
  option: number
  text: string
  source: string | null
}

// Sends the rows of a batch in one statement: many wide rows in PostgreSQL's binary format, which
// costs both sides a fraction of text; others as one JSON parameter.

const problemColumns =
  'project_id, id, identity, external_id, statement, answer, reference_solution, subject, level, metadata'

export async function bulkInsertProblems(
  copier: BulkRowCopier,
  { projectId }: LookupContext,
  problems: readonly PreparedProblem[],
): Promise<void> {
  if (problems.length === 0) return
  const project = uuidToBytes(projectId)
  await copier.copy(`copy problem (${problemColumns}) from stdin (format binary)`, (rows) => {
    for (const { id, identity, record } of problems) {
      rows.beginRow(10)
      rows.bytes(project)
      rows.uuid(id)
      rows.hex(identity)
      rows.text(record.externalId)
      rows.text(record.statement)
      rows.text(record.answer)
      rows.text(record.referenceSolution ?? null)
      rows.text(record.subject)
      rows.text(record.level)
      rows.jsonb(record.metadata)
    }
  })
}

const solutionColumns = `project_id, id, problem_id, identity, content_hash, record_hash, external_id, flow, text, splitter,
  step_spans, steps, step_ids, revision, answer, verdict, verdict_reason, verdict_source, grader_version, score, step_scores,
  generator, metadata, import_id`

export async function bulkInsertSolutions(
  copier: BulkRowCopier,
  { projectId, importId }: LookupContext,
  solutions: readonly NewSolution[],
): Promise<void> {
  if (solutions.length === 0) return
  const key = { project: uuidToBytes(projectId), import: uuidToBytes(importId) }
  await copier.copy(`copy solution (${solutionColumns}) from stdin (format binary)`, (rows) => {
    for (const solution of solutions) writeSolution(rows, key, solution)
  })
}

function writeSolution(
  rows: BinaryCopyWriter,
  key: { project: Buffer; import: Buffer },
  solution: NewSolution,
): void {
  const { record } = solution
  rows.beginRow(24)
  rows.bytes(key.project)
  rows.uuid(solution.id)
  rows.uuid(solution.problemId)
  rows.hex(solution.identity)
  rows.hex(solution.contentHash)
  rows.hex(solution.recordHash)
  rows.text(record.externalId)
  rows.text(record.flow)
  rows.text(solution.text)
  rows.text(solution.splitter)
  rows.ints(solution.stepSpans)
  rows.texts(solution.steps)
  rows.ints(solution.stepIds)
  rows.smallint(solution.revision)
  rows.text(solution.answer)
  rows.text(solution.verdict)
  rows.text(solution.verdictReason)
  rows.text(solution.verdictSource)
  rows.text(solution.graderVersion)
  rows.float8(record.score)
  rows.jsonb(record.stepScores)
  rows.text(record.generator)
  rows.jsonb(record.metadata)
  rows.bytes(key.import)
}

export async function insertStepExplanations(
  db: Transaction,
  { projectId }: LookupContext,
  solutions: readonly NewSolution[],
): Promise<void> {
  const data = solutions.flatMap(({ id, explanations }) =>
    explanations.map(({ step, position, text }) => ({
      projectId,
      solutionId: id,
      step,
      position,
      text,
    })),
  )
  if (data.length > 0) await db.stepExplanation.createMany({ data })
}

export async function insertStepOptions(
  db: Transaction,
  { projectId }: LookupContext,
  options: readonly OptionRow[],
): Promise<void> {
  if (options.length === 0) return
  await db.$executeRaw`
    insert into step_option (project_id, solution_id, step, option, text, source)
    select ${projectId}::uuid, "solutionId", step, option, text, source
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as r("solutionId" uuid, step int, option int, text text,
      source text)`
}
