import type { RowReader } from '@/lib/platform/server/row-reader'
import { readRunScores, readStepScores } from '@/lib/scoring/read-step-scores'
import { scoreBySteps } from '@/lib/scoring/score-by-steps'
import { voteShares } from '@/lib/scoring/vote-share'
import type { Candidate } from '../candidate'
import type { RoundPolicy } from '../policy'
import {
  type CandidateProject,
  readCandidateRow,
  selectCandidates,
  type Standing,
} from './candidates.sql'

/** With what its reason says; ids are 32 hexadecimal digits. */
export interface ReadCandidate extends Candidate {
  answer: string | null
  truth: string | null
  standing: Standing
  /** Its score came as one number for the whole solution. */
  isScoredWhole: boolean
}

/**
 * All solutions of a project as a policy sees them, by id, before `barStanding`. One statement, and so of one moment.
 *
 * @param note is told how many more were read; what it throws ends the reading
 */
export async function readCandidates(
  rows: RowReader,
  project: CandidateProject,
  policy: RoundPolicy,
  note: (count: number) => void,
): Promise<ReadCandidate[]> {
  const problems = new Map<string, { id: string; truth: string | null }>()
  const candidates: ReadCandidate[] = []
  for await (const piece of rows.stream(selectCandidates(project, policy))) {
    note(piece.length)
    for (const row of piece) {
      const { stepScores, problem: problemId, truth: ownTruth, ...read } = readCandidateRow(row)
      let problem = problems.get(problemId)
      if (problem === undefined) {
        problem = { id: problemId, truth: ownTruth }
        problems.set(problemId, problem)
      }
      const isScoredWhole = policy.scores.source === 'imported' && read.score !== null
      const candidate = { ...read, problem: problem.id, truth: problem.truth, isScoredWhole }
      if (stepScores !== null) addFromSteps(candidate, JSON.parse(stepScores), policy)
      candidates.push(candidate)
    }
  }
  if (policy.scores.source === 'none') scoreByVotes(candidates)
  return candidates
}

/** Bars what is begun and what is held out: by how it was read, or by what is begun by now. */
export function barStanding(
  candidates: readonly ReadCandidate[],
  isBegun: (candidate: ReadCandidate) => boolean = ({ standing }) => standing.isBegun,
): void {
  for (const candidate of candidates) {
    const { barredBy, standing } = candidate
    if (barredBy !== null) continue
    if (standing.isDue || isBegun(candidate)) candidate.barredBy = 'begun'
    else if (standing.isHeldOut) candidate.barredBy = 'held-out'
  }
}

/** What is known already stays: a score that came for the whole solution, what the run keeps. Of what are no probabilities nothing is made. */
function addFromSteps(candidate: ReadCandidate, stored: unknown, { scores }: RoundPolicy): void {
  const read = scores.source === 'imported' ? readStepScores : readRunScores
  const steps = read(stored, candidate.steps)
  const result = steps && scoreBySteps(steps, scores)
  if (!result?.ok) return
  const { score, minimum, lowestStep, entropy } = result.scores
  candidate.score ??= score
  candidate.minimum ??= minimum
  candidate.lowestStep = lowestStep
  if (candidate.disagreement !== null) return
  candidate.disagreement = entropy
  candidate.unsureBy = 'entropy'
}

/** The cold start: how many of the solutions of a problem say the same. */
function scoreByVotes(candidates: readonly ReadCandidate[]): void {
  for (const ofProblem of Map.groupBy(candidates, ({ problem }) => problem).values()) {
    const shares = voteShares(ofProblem.map(({ answer }) => answer))
    for (const [i, candidate] of ofProblem.entries()) candidate.score = shares[i] ?? null
  }
}
