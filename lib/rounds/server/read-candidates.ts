import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import { computeScoresFromSteps } from '@/lib/scoring/compute-scores-from-steps'
import { parseRunStepScores, parseImportedStepScores } from '@/lib/scoring/parse-step-scores'
import { computeVoteShares } from '@/lib/scoring/vote-share'
import type { SelectionCandidate } from '../candidate'
import type { RoundPolicy } from '../policy'
import {
  type ProjectEligibilitySettings,
  decodeCandidateRow,
  selectCandidatesSql,
  type CandidateStatusFlags,
} from './candidates.sql'

/** A candidate read from the database. Ids are 32 hexadecimal digits. */
export interface StoredCandidate extends SelectionCandidate {
  /** Only read for majority votes. */
  answer: string | null
  status: CandidateStatusFlags
  /** The score is of the whole solution: imported, or of a run that scored whole solutions. */
  hasSolutionScore: boolean
}

/**
 * Reads all solutions of a project as candidates, sorted by id, in one statement and so from one snapshot. Apply
 * `markIneligibleCandidates` next.
 *
 * @param onRows Called with the size of each batch. Throw to stop reading.
 */
export async function readCandidates(
  rows: BulkRowReader,
  project: ProjectEligibilitySettings,
  policy: RoundPolicy,
  onRows: (count: number) => void,
): Promise<StoredCandidate[]> {
  // One string per problem instead of one per solution.
  const problems = new Map<string, string>()
  const candidates: StoredCandidate[] = []
  for await (const rowBatch of rows.stream(selectCandidatesSql(project, policy))) {
    onRows(rowBatch.length)
    for (const row of rowBatch) {
      const { stepScores, problem: problemId, ...fields } = decodeCandidateRow(row)
      const problem = problems.get(problemId) ?? problemId
      if (problem === problemId) problems.set(problemId, problemId)
      // A score of a run comes with the lowest step score, unless the run scored whole solutions.
      const hasSolutionScore = fields.score !== null && fields.minimum === null
      const candidate = { ...fields, problem, hasSolutionScore }
      if (stepScores !== null) addStepScores(candidate, JSON.parse(stepScores), policy)
      candidates.push(candidate)
    }
  }
  if (policy.scores.source === 'none') scoreByVotes(candidates)
  return candidates
}

/**
 * Marks solutions in progress and held-out problems as ineligible. `isInProgress` replaces the status that was read, if it
 * may have changed since.
 */
export function markIneligibleCandidates(
  candidates: readonly StoredCandidate[],
  isInProgress: (candidate: StoredCandidate) => boolean = ({ status }) => status.isInProgress,
): void {
  for (const candidate of candidates) {
    const { ineligibleReason, status } = candidate
    if (ineligibleReason !== null) continue
    if (status.hasRework || isInProgress(candidate)) candidate.ineligibleReason = 'in-progress'
    else if (status.isHeldOut) candidate.ineligibleReason = 'held-out'
  }
}

/**
 * Adds what can be computed from step scores, without replacing known scores. Ignores step scores that are not
 * probabilities.
 */
function addStepScores(
  candidate: StoredCandidate,
  storedScores: unknown,
  { scores }: RoundPolicy,
): void {
  const readScores = scores.source === 'imported' ? parseImportedStepScores : parseRunStepScores
  const steps = readScores(storedScores, candidate.steps)
  const result = steps && computeScoresFromSteps(steps, scores)
  if (!result?.ok) return
  const { score, minimum, lowestStep, entropy } = result.scores
  candidate.score ??= score
  candidate.minimum ??= minimum
  candidate.lowestStep = lowestStep
  if (candidate.disagreement !== null) return
  candidate.disagreement = entropy
  candidate.uncertaintyMeasure = 'entropy'
}

/** Without scores, ranks by majority: the share of solutions to the problem with the same answer. */
function scoreByVotes(candidates: readonly StoredCandidate[]): void {
  for (const group of Map.groupBy(candidates, ({ problem }) => problem).values()) {
    const shares = computeVoteShares(group.map(({ answer }) => answer))
    for (const [i, candidate] of group.entries()) candidate.score = shares[i] ?? null
  }
}
