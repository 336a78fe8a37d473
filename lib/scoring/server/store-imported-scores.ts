import type { ReadError } from '@/lib/formats/read-result'
import type { InputOf, ReplyOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { scoreRefusalKinds, sendScoresContract } from '../import-contract'
import { findScoreMismatch, readScoreLine } from '../score-line'
import {
  type ExistingRunScore,
  findExistingRunScores,
  findSolutionsOfScoreLines,
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

type SentLines = InputOf<typeof sendScoresContract>['lines']
type Reply = ReplyOf<typeof sendScoresContract>
type RefusalKind = (typeof scoreRefusalKinds)[number]

/** Stores the scores of lines and returns rejected lines. Requires the lock of the run. */
export async function storeImportedScores(
  db: Transaction,
  key: ScoreRunKey,
  upload: SentLines,
): Promise<Reply> {
  const rejectedLines: Reply['rejected'] = []
  const addRejection = (
    line: number,
    kind: RefusalKind,
    { location: errorLocation, reason }: ReadError,
  ) => rejectedLines.push({ line, kind, location: errorLocation, reason })

  const lines: NumberedScoreLine[] = []
  for (const { line, sample } of upload) {
    const parsed = readScoreLine(sample)
    if (parsed.ok) lines.push({ line, ...parsed.line })
    else for (const problem of parsed.problems) addRejection(line, 'unfit', problem)
  }

  const acceptedRows: (ImportedScore & { name: string })[] = []
  const matches = await findSolutionsOfScoreLines(db, key.projectId, lines)
  for (const scoreLine of lines) {
    const result = matchLine(scoreLine, matches.get(scoreLine.line) ?? [])
    if ('reason' in result) addRejection(scoreLine.line, result.kind, result)
    else acceptedRows.push(result)
  }

  let repeatedCount = 0
  const earlierScores = await findExistingRunScores(db, key, [
    ...new Set(acceptedRows.map((row) => row.solutionId)),
  ])
  const newScores = new Map<string, ImportedScore>()
  for (const { name, ...row } of acceptedRows) {
    const earlierScore = earlierScores.get(row.solutionId)
    const existingScore = earlierScore ?? newScores.get(row.solutionId)
    if (existingScore === undefined) newScores.set(row.solutionId, row)
    else if (earlierScore && isRepeated(row, earlierScore)) repeatedCount += 1
    else
      addRejection(row.line, 'twice', {
        location: name,
        reason: describeDuplicate(row.line, existingScore.line),
      })
  }

  const doneRows = await insertImportedScores(db, key, [...newScores.values()])
  rejectedLines.sort((a, b) => a.line - b.line)
  return { stored: newScores.size, repeated: repeatedCount, rejected: rejectedLines, doneRows }
}

function matchLine(
  { line, solution, scores, steps }: NumberedScoreLine,
  matches: readonly MatchedSolution[],
): (ImportedScore & { name: string }) | (ReadError & { kind: RefusalKind }) {
  const name = findIdentifyingField(solution, steps !== null)
  const [match, secondMatch] = matches
  if (match === undefined)
    return { kind: 'unknown', location: name, reason: 'Solution not found in this project.' }
  if (secondMatch !== undefined)
    return {
      kind: 'unknown',
      location: name,
      reason: 'Several solutions match. Add "solution_id".',
    }
  const mismatch = findScoreMismatch({ scores }, match)
  if (mismatch !== null) return { kind: 'unfit', ...mismatch }
  const { id: solutionId, revision } = match
  return { name, solutionId, revision, line, values: computeImportedSolutionScoreColumns(scores) }
}

/** The field of a line that identifies the solution. */
function findIdentifyingField(solution: NumberedScoreLine['solution'], hasSteps: boolean): string {
  switch (solution.by) {
    case 'id':
      return 'solution_id'
    case 'external-id':
      return 'external_id'
    case 'content':
      return hasSteps ? 'steps' : 'text'
  }
}

const isRepeated = ({ line, values }: ImportedScore, earlierScore: ExistingRunScore): boolean =>
  earlierScore.line === line && isSame(values, earlierScore)

const isSame = (
  { stepScores, product }: ImportedSolutionScoreColumns,
  earlierScore: Pick<ExistingRunScore, 'stepScores' | 'product'>,
) =>
  product === earlierScore.product &&
  stepScores.length === earlierScore.stepScores.length &&
  stepScores.every((score, i) => score === earlierScore.stepScores[i])

const describeDuplicate = (line: number, earlierLine: number) =>
  line === earlierLine
    ? 'This line already has a different score. Send the file that this run started with.'
    : `Line ${earlierLine} already scored this solution. Its score is kept.`
