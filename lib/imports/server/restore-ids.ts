import { listPossibleProblemIdentities, makePrm800kIdentity } from '@/lib/formats/read-stepmark'
import type { StoredRecord } from '@/lib/formats/record'
import { extractStatedAnswer } from '@/lib/grading/extract-answer'
import { hashAnnotationIdentity } from './prepare-line'
import type { PreparedLine, PreparedSolution } from './prepared-line'
import {
  type InvariantSolutionFields,
  hashValue,
  hashSolutionContent,
  hashContentAndAnswerIdentity,
  hashSolutionRecord,
  isUuid,
  listPossibleRowIds,
  hashContentIdentity,
  hashSolutionIdentity,
} from './record-hashes'
import type { KnownProblem, KnownSolution } from './stored-records.sql'

/*
 * A line in the stepmark format identifies problem, solution and annotation by the ids of its
 * origin. They are resolved to rows in this project:
 *
 * - the row with that id, if its content is the same (the project of origin, or an earlier import);
 * - else a row from before this import that has one of the identities that the content can have, so that
 * lines of this and other formats match;
 * - else a new row, with that id if it is free and the likeliest free identity. Two ids in a file are
 * two rows, even with the same content.
 */

const hashProblemIdentities = ({ stored }: StepmarkLine) =>
  listPossibleProblemIdentities(stored).map((identity) => hashValue(identity))

export type StepmarkLine = PreparedLine & { stored: StoredRecord }

export const isStepmarkLine = (line: PreparedLine): line is StepmarkLine =>
  line.stored !== undefined

/** Identities and ids under which the problems of these lines can be stored. */
export function listProblemLookupKeys(projectId: string, lines: readonly PreparedLine[]) {
  const stepmarkLines = lines.filter(isStepmarkLine)
  return {
    identities: lines.flatMap((line) =>
      isStepmarkLine(line) ? hashProblemIdentities(line) : [line.problem.identity],
    ),
    ids: stepmarkLines.flatMap((line) =>
      listPossibleRowIds(projectId, 'problem', line.stored.problem.id),
    ),
  }
}

/** Gives problems in the stepmark format the ids and identities of their rows. Does not change `knownProblems`. */
export function restoreProblemIds(
  projectId: string,
  lines: readonly PreparedLine[],
  knownProblems: ReadonlyMap<string, KnownProblem>,
): readonly PreparedLine[] {
  if (!lines.some(isStepmarkLine)) return lines
  const rows = new RowIndex<Pick<KnownProblem, 'id' | 'problem' | 'externalId'>>(knownProblems)
  return lines.map((line) => {
    if (!isStepmarkLine(line)) {
      const { id, identity, record } = line.problem
      rows.add(identity, { id, problem: record.statement, externalId: record.externalId })
      return line
    }
    const { problem } = line.stored
    const ids = listPossibleRowIds(projectId, 'problem', problem.id)
    const row = rows.choose(
      ids,
      hashProblemIdentities(line),
      (storedProblem) =>
        storedProblem.problem === problem.statement &&
        storedProblem.externalId === problem.externalId,
    )
    rows.add(row.identity, {
      id: row.id,
      problem: problem.statement,
      externalId: problem.externalId,
    })
    return { ...line, problem: { ...line.problem, ...row } }
  })
}

/** The id for the line's annotation; empty if it is not a UUID. */
export const readAnnotationId = ({ stored }: StepmarkLine) => {
  const id = stored.annotation.id.toLowerCase()
  return isUuid(id) ? id : ''
}

/** Identities and ids under which the annotations of these lines can be stored. */
export function listAnnotationLookupKeys(lines: readonly StepmarkLine[]) {
  return {
    identities: lines.map(({ stored }) => hashAnnotationIdentity(stored.annotation.id)),
    ids: lines.map(readAnnotationId).filter((id) => id !== ''),
  }
}

/**
 * Identities and ids under which the solutions of these lines can be stored. Their problems must be
 * restored first.
 */
export function listSolutionLookupKeys(projectId: string, lines: readonly PreparedLine[]) {
  return {
    identities: lines.flatMap((line) =>
      line.solutions.flatMap((solution) =>
        isStepmarkLine(line) ? listSolutionIdentities(line, solution) : [solution.identity],
      ),
    ),
    ids: lines
      .filter(isStepmarkLine)
      .flatMap((line) => listPossibleRowIds(projectId, 'solution', line.stored.solution.id)),
  }
}

/** Gives solutions in the stepmark format the ids and identities of their rows. Does not change `knownSolutions`. */
export function restoreSolutionIds(
  projectId: string,
  lines: readonly PreparedLine[],
  knownSolutions: ReadonlyMap<string, KnownSolution>,
): readonly PreparedLine[] {
  if (!lines.some(isStepmarkLine)) return lines
  const rows = new RowIndex<SolutionRow>(knownSolutions)
  return lines.map((line) => {
    if (!isStepmarkLine(line)) {
      for (const solution of line.solutions)
        rows.add(solution.identity, toKnownSolution(line, solution))
      return line
    }
    const ids = listPossibleRowIds(projectId, 'solution', line.stored.solution.id)
    const solutions = line.solutions.map((solution) => {
      const identities = listSolutionIdentities(line, solution)
      const row = rows.choose(ids, identities, (storedSolution) =>
        isSameSolution(storedSolution, toKnownSolution(line, solution)),
      )
      rows.add(row.identity, { ...toKnownSolution(line, solution), id: row.id })
      return { ...solution, ...row, ...hashStored(line, solution) }
    })
    return { ...line, solutions }
  })
}

type SolutionRow = Pick<KnownSolution, 'id' | 'problemId' | 'revision' | 'sharedFields'>

export function toKnownSolution(
  { problem }: PreparedLine,
  solution: PreparedSolution,
): SolutionRow & { sharedFields: InvariantSolutionFields } {
  const { id, revision, text, steps, stepIds, answer, record } = solution
  const { externalId, flow, score, stepScores, generator, metadata } = record
  const fields = { externalId, flow, score, stepScores, generator, metadata }
  return {
    id,
    revision,
    problemId: problem.id,
    sharedFields: { ...fields, text, steps, stepIds, answer },
  }
}

/**
 * Whether two rows with one id are one solution. Repaired steps are other steps of the same
 * solution.
 */
function isSameSolution(first: SolutionRow, second: SolutionRow): boolean {
  if (
    first.problemId !== second.problemId ||
    first.sharedFields?.flow !== second.sharedFields?.flow
  )
    return false
  if (first.sharedFields?.text !== second.sharedFields?.text) return false
  return (
    first.revision !== second.revision ||
    JSON.stringify(first.sharedFields?.steps) === JSON.stringify(second.sharedFields?.steps)
  )
}

function hashStored({ problem, stored }: StepmarkLine, { record }: PreparedSolution) {
  const { solution } = stored
  const contentHash = hashSolutionContent(problem.identity, solution)
  // The content of the first line from before a repair is no longer known.
  if (solution.revision > 1) return { contentHash, recordHash: contentHash }
  const statedAnswer = extractStatedAnswer(solution.text ?? solution.steps.join('\n\n'))
  const fields = {
    ...record,
    isCorrect: solution.verdictSource === 'file' ? solution.verdict === 'correct' : null,
    answer: solution.answer === statedAnswer ? undefined : solution.answer,
  }
  return { contentHash, recordHash: hashSolutionRecord(fields, contentHash) }
}

/**
 * Possible identities of a solution, the likeliest first: for a PRM800K question also by answer and score. Older versions
 * also identified solutions with labels without a time by answer and score, or by the score alone.
 */
function listSolutionIdentities(
  { problem, stored }: StepmarkLine,
  { record }: PreparedSolution,
): string[] {
  const { solution } = stored
  const contentHash = hashSolutionContent(problem.identity, solution)
  if (record.externalId !== null) return [hashSolutionIdentity(record, contentHash)]
  const byContent = hashContentIdentity(contentHash)
  const byLabels = hashContentAndAnswerIdentity(contentHash, solution.answer, solution.score)
  const byLabelsWithoutAnswer = hashContentAndAnswerIdentity(contentHash, null, solution.score)
  const isQuestion = problem.identity === hashValue(makePrm800kIdentity(stored))
  return [
    ...(isQuestion
      ? [byLabels, byLabelsWithoutAnswer, byContent]
      : [byContent, byLabelsWithoutAnswer, byLabels]),
    hashValue(['stepmark', solution.id, contentHash]),
  ]
}

/** Stored rows, and those of the lines so far. */
class RowIndex<Row extends { id: string }> {
  private readonly byIdentity = new Map<string, { row: Row; isFresh: boolean }>()
  private readonly byId = new Map<string, { identity: string; row: Row }>()

  constructor(knownRows: ReadonlyMap<string, Row & { isFresh: boolean }>) {
    for (const [identity, row] of knownRows) this.put(identity, row, row.isFresh)
  }

  /** Keeps an existing row with that identity. */
  add(identity: string, row: Row): void {
    if (!this.byIdentity.has(identity)) this.put(identity, row, true)
  }

  choose(
    ids: readonly string[],
    identities: readonly string[],
    isSameRow: (row: Row) => boolean,
  ): { id: string; identity: string } {
    for (const id of ids) {
      const entry = this.byId.get(id)
      if (entry && isSameRow(entry.row)) return { id, identity: entry.identity }
    }
    const match = identities.find((each) => {
      const entry = this.byIdentity.get(each)
      // An external id identifies one row, even if its content differs.
      return entry && (!entry.isFresh || identities.length === 1)
    })
    const identity =
      match ?? identities.find((each) => !this.byIdentity.has(each)) ?? identities.at(-1)!
    const id = this.byIdentity.get(identity)?.row.id
    return { id: id ?? ids.find((each) => !this.byId.has(each)) ?? ids.at(-1)!, identity }
  }

  private put(identity: string, row: Row, isFresh: boolean): void {
    this.byIdentity.set(identity, { row, isFresh })
    this.byId.set(row.id, { identity, row })
  }
}
