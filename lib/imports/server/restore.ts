import { extractStatedAnswer } from '@/lib/grading/extract-answer'
import { nameProblem, nameQuestion } from '@/lib/formats/read-stepmark'
import type { StoredRecord } from '@/lib/formats/record'
import type { KnownProblem, KnownSolution } from './known.sql'
import {
  type AgreedSolution,
  hash,
  hashContent,
  hashRecord,
  isUuid,
  listRowIds,
  nameContent,
  nameLabelled,
  nameSolution,
} from './name-records'
import { nameStoredAnnotation, type PreparedLine, type PreparedSolution } from './prepare'

/*
 * A line of our own format names problem, solution and annotation by ids of the place that it comes from. Here it is
 * found out which rows they are in this project:
 *
 * - the row with that id, where its content is the same (the project that the line comes from, or an import before);
 * - else a row that was here before this import and is known by one of the names that the content may have, so that
 *   lines of our own format meet those of others;
 * - else a new row, with that id where it is free. Its name is the likeliest one that is: what has two ids in a file is
 *   two rows, also where its words are the same.
 */

const nameProblemRow = ({ stored }: StoredLine) => nameProblem(stored).map((name) => hash(name))

export type StoredLine = PreparedLine & { stored: StoredRecord }

export const isStored = (line: PreparedLine): line is StoredLine => line.stored !== undefined

/** By which names and ids the problems of these lines may be here. */
export function listProblemNames(projectId: string, lines: readonly PreparedLine[]) {
  const stored = lines.filter(isStored)
  return {
    identities: lines.flatMap((line) =>
      isStored(line) ? nameProblemRow(line) : [line.problem.identity],
    ),
    ids: stored.flatMap((line) => listRowIds(projectId, 'problem', line.stored.problem.id)),
  }
}

/** Gives the problems of stored lines the ids and names of their rows. `known` is not changed. */
export function restoreProblems(
  projectId: string,
  lines: readonly PreparedLine[],
  known: ReadonlyMap<string, KnownProblem>,
): PreparedLine[] {
  const rows = new RowIndex<Pick<KnownProblem, 'id' | 'problem' | 'externalId'>>(known)
  return lines.map((line) => {
    if (!isStored(line)) {
      const { id, identity, record } = line.problem
      rows.add(identity, { id, problem: record.statement, externalId: record.externalId })
      return line
    }
    const { problem } = line.stored
    const ids = listRowIds(projectId, 'problem', problem.id)
    const row = rows.choose(
      ids,
      nameProblemRow(line),
      (other) => other.problem === problem.statement && other.externalId === problem.externalId,
    )
    rows.add(row.identity, {
      id: row.id,
      problem: problem.statement,
      externalId: problem.externalId,
    })
    return { ...line, problem: { ...line.problem, ...row } }
  })
}

/** The id that the line's annotation keeps; empty where it is no UUID. */
export const readRowId = ({ stored }: StoredLine) => {
  const id = stored.annotation.id.toLowerCase()
  return isUuid(id) ? id : ''
}

/** By which names and ids the annotations of these lines may be here. */
export function listAnnotationNames(lines: readonly StoredLine[]) {
  return {
    identities: lines.map(({ stored }) => nameStoredAnnotation(stored.annotation.id)),
    ids: lines.map(readRowId).filter((id) => id !== ''),
  }
}

/** By which names and ids the solutions of these lines may be here; their problems have been restored. */
export function listSolutionNames(projectId: string, lines: readonly PreparedLine[]) {
  return {
    identities: lines.flatMap((line) =>
      line.solutions.flatMap((solution) =>
        isStored(line) ? listNames(line, solution) : [solution.identity],
      ),
    ),
    ids: lines
      .filter(isStored)
      .flatMap((line) => listRowIds(projectId, 'solution', line.stored.solution.id)),
  }
}

/** Gives the solutions of stored lines the ids and names of their rows. `known` is not changed. */
export function restoreSolutions(
  projectId: string,
  lines: readonly PreparedLine[],
  known: ReadonlyMap<string, KnownSolution>,
): PreparedLine[] {
  const rows = new RowIndex<SolutionRow>(known)
  return lines.map((line) => {
    if (!isStored(line)) {
      for (const solution of line.solutions)
        rows.add(solution.identity, describeSolution(line, solution))
      return line
    }
    const ids = listRowIds(projectId, 'solution', line.stored.solution.id)
    const solutions = line.solutions.map((solution) => {
      const names = listNames(line, solution)
      const row = rows.choose(ids, names, (other) =>
        isSame(other, describeSolution(line, solution)),
      )
      rows.add(row.identity, { ...describeSolution(line, solution), id: row.id })
      return { ...solution, ...row, ...hashStored(line, solution) }
    })
    return { ...line, solutions }
  })
}

type SolutionRow = Pick<KnownSolution, 'id' | 'problemId' | 'revision' | 'agreed'>

export function describeSolution(
  { problem }: PreparedLine,
  solution: PreparedSolution,
): SolutionRow & { agreed: AgreedSolution } {
  const { id, revision, text, steps, stepIds, answer, record } = solution
  const { externalId, flow, score, stepScores, generator, metadata } = record
  const fields = { externalId, flow, score, stepScores, generator, metadata }
  return {
    ...{ id, revision, problemId: problem.id },
    agreed: { ...fields, text, steps, stepIds, answer },
  }
}

/** Whether two rows of one id are one solution; steps that were repaired since are other steps of the same one. */
function isSame(one: SolutionRow, other: SolutionRow): boolean {
  if (one.problemId !== other.problemId || one.agreed?.flow !== other.agreed?.flow) return false
  if (one.agreed?.text !== other.agreed?.text) return false
  return (
    one.revision !== other.revision ||
    JSON.stringify(one.agreed?.steps) === JSON.stringify(other.agreed?.steps)
  )
}

function hashStored({ problem, stored }: StoredLine, { record }: PreparedSolution) {
  const { solution } = stored
  const contentHash = hashContent(problem.identity, solution)
  // What the first line said before a repair is not known any more.
  if (solution.revision > 1) return { contentHash, recordHash: contentHash }
  const stated = extractStatedAnswer(solution.text ?? solution.steps.join('\n\n'))
  const fields = {
    ...record,
    isCorrect: solution.verdictSource === 'file' ? solution.verdict === 'correct' : null,
    answer: solution.answer === stated ? undefined : solution.answer,
  }
  return { contentHash, recordHash: hashRecord(fields, contentHash) }
}

/**
 * What a solution may be known by, the likeliest first: that of a PRM800K question by answer and score too. Before, labels
 * without a time came under such a name as well, and without an answer.
 */
function listNames({ problem, stored }: StoredLine, { record }: PreparedSolution): string[] {
  const { solution } = stored
  const contentHash = hashContent(problem.identity, solution)
  if (record.externalId !== null) return [nameSolution(record, contentHash)]
  const byContent = nameContent(contentHash)
  const byLabels = nameLabelled(contentHash, solution.answer, solution.score)
  const byLabelsWithoutAnswer = nameLabelled(contentHash, null, solution.score)
  const isQuestion = problem.identity === hash(nameQuestion(stored))
  return [
    ...(isQuestion
      ? [byLabels, byLabelsWithoutAnswer, byContent]
      : [byContent, byLabelsWithoutAnswer, byLabels]),
    hash(['stepmark', solution.id, contentHash]),
  ]
}

/** Rows that are here, and those that the lines so far make. */
class RowIndex<Row extends { id: string }> {
  private readonly byIdentity = new Map<string, { row: Row; isFresh: boolean }>()
  private readonly byId = new Map<string, { identity: string; row: Row }>()

  constructor(known: ReadonlyMap<string, Row & { isFresh: boolean }>) {
    for (const [identity, row] of known) this.put(identity, row, row.isFresh)
  }

  /** What stands under the name already stays. */
  add(identity: string, row: Row): void {
    if (!this.byIdentity.has(identity)) this.put(identity, row, true)
  }

  choose(
    ids: readonly string[],
    names: readonly string[],
    isSameRow: (row: Row) => boolean,
  ): { id: string; identity: string } {
    for (const id of ids) {
      const entry = this.byId.get(id)
      if (entry && isSameRow(entry.row)) return { id, identity: entry.identity }
    }
    const match = names.find((name) => {
      const entry = this.byIdentity.get(name)
      // An external id names one row, whatever else is said of it.
      return entry && (!entry.isFresh || names.length === 1)
    })
    const identity = match ?? names.find((name) => !this.byIdentity.has(name)) ?? names.at(-1)!
    const id = this.byIdentity.get(identity)?.row.id
    return { id: id ?? ids.find((name) => !this.byId.has(name)) ?? ids.at(-1)!, identity }
  }

  private put(identity: string, row: Row, isFresh: boolean): void {
    this.byIdentity.set(identity, { row, isFresh })
    this.byId.set(row.id, { identity, row })
  }
}
