import type { ReadError } from '@/lib/formats/read-result'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { scoreRefusalKinds, sendScoresContract } from '../import-contract'
import { findScoreMismatch, readScoreLine } from '../score-line'
import {
  type EarlierScore,
  findEarlierScores,
  findNamedSolutions,
  type MatchedSolution,
  type ImportedScore,
  insertImportedScores,
  type NumberedScoreLine,
} from './imported-rows.sql'
import type { ScoreRunKey } from './score-run-rows.sql'
import {
  computeImportedSolutionScoreColumns,
  type ImportedSolutionScoreColumns,
} from './solution-score-columns'

type Sent = InputOf<typeof sendScoresContract>['lines']
type Reply = ReplyOf<typeof sendScoresContract>
type RefusalKind = (typeof scoreRefusalKinds)[number]

/** Stores the scores of lines and returns rejected lines. Requires the lock of the run. */
export async function storeImportedScores(
  db: Transaction,
  key: ScoreRunKey,
  upload: Sent,
): Promise<Reply> {
  const rejectedLines: Reply['rejected'] = []
  const refuse = (line: number, kind: RefusalKind, { location: at, reason }: ReadError) =>
    rejectedLines.push({ line, kind, location: at, reason })

  const lines: NumberedScoreLine[] = []
  for (const { line, sample } of upload) {
    const read = readScoreLine(sample)
    if (read.ok) lines.push({ line, ...read.line })
    else for (const problem of read.problems) refuse(line, 'unfit', problem)
  }

  const fitting: (ImportedScore & { name: string })[] = []
  const matches = await findNamedSolutions(db, key.projectId, lines)
  for (const lineScores of lines) {
    const judged = judge(lineScores, matches.get(lineScores.line) ?? [])
    if ('reason' in judged) refuse(lineScores.line, judged.kind, judged)
    else fitting.push(judged)
  }

  let repeated = 0
  const earlier = await findEarlierScores(db, key, [
    ...new Set(fitting.map((row) => row.solutionId)),
  ])
  const fresh = new Map<string, ImportedScore>()
  for (const { name, ...row } of fitting) {
    const before = earlier.get(row.solutionId)
    const other = before ?? fresh.get(row.solutionId)
    if (other === undefined) fresh.set(row.solutionId, row)
    else if (before && isRepeated(row, before)) repeated += 1
    else refuse(row.line, 'twice', { location: name, reason: describeTwice(row.line, other.line) })
  }

  const doneRows = await insertImportedScores(db, key, [...fresh.values()])
  rejectedLines.sort((a, b) => a.line - b.line)
  return { stored: fresh.size, repeated, rejected: rejectedLines, doneRows }
}

function judge(
  { line, solution, scores, ...lineScores }: NumberedScoreLine,
  matches: readonly MatchedSolution[],
): (ImportedScore & { name: string }) | (ReadError & { kind: RefusalKind }) {
  const name = nameKey(solution, lineScores.steps !== null)
  const [match, another] = matches
  if (match === undefined)
    return { kind: 'unknown', location: name, reason: 'Solution not found in this project.' }
  if (another !== undefined)
    return {
      kind: 'unknown',
      location: name,
      reason: 'Several solutions match. Add "solution_id".',
    }
  const misfit = findScoreMismatch({ scores }, match)
  if (misfit !== null) return { kind: 'unfit', ...misfit }
  const { id: solutionId, revision } = match
  return { name, solutionId, revision, line, values: computeImportedSolutionScoreColumns(scores) }
}

/** The field of a line that identifies the solution. */
function nameKey(solution: NumberedScoreLine['solution'], hasSteps: boolean): string {
  switch (solution.by) {
    case 'id':
      return 'solution_id'
    case 'external-id':
      return 'external_id'
    case 'content':
      return hasSteps ? 'steps' : 'text'
  }
}

const isRepeated = ({ line, values }: ImportedScore, before: EarlierScore): boolean =>
  before.line === line && isSame(values, before)

const isSame = (
  { stepScores, product }: ImportedSolutionScoreColumns,
  before: Pick<EarlierScore, 'stepScores' | 'product'>,
) =>
  product === before.product &&
  stepScores.length === before.stepScores.length &&
  stepScores.every((score, i) => score === before.stepScores[i])

const describeTwice = (line: number, other: number) =>
  line === other
    ? 'This line already has a different score. Send the file that this run started with.'
    : `Line ${other} already scored this solution. Its score is kept.`
