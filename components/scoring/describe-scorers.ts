import type { ReplyOf } from '@/lib/platform/contract'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { getRoundContract } from '@/lib/rounds/contract'
import { minRecommendedTrainingSolutions } from '@/lib/scoring/contract'
import { maxCountedSolutions, formatCappedCount } from '@/lib/scoring/max-counted'
import { formatRunScorer, type ScoreRunScorer } from '@/lib/scoring/score-run-name'
import type { ScoreRun, ScorerList, ScorerVersion } from './scorer'

type Round = ReplyOf<typeof getRoundContract>

/** The fields of a round that tell which scores rank it. */
export interface RankedRound {
  state: Round['state']
  number: number | null
  policy: { scores: { source: string } }
  scores: { run: number; model: string } | null
}

/** The line under the title: where scores come from, how many, and which rank the active round. */
export function describeScorers(
  list: Pick<ScorerList, 'solutions' | 'withImportedScores'>,
  runs: readonly Pick<ScoreRun, 'number' | 'state' | 'doneRows' | keyof ScoreRunScorer>[],
  rounds: readonly RankedRound[],
): string {
  if (list.solutions === 0)
    return 'Scorers predict the rating of each step. Import solutions to score.'
  return [...describeSources(list, runs), describeRanking(rounds, list)]
    .filter((text) => text !== null)
    .join(' ')
}

function describeSources(
  { solutions, withImportedScores }: Pick<ScorerList, 'solutions' | 'withImportedScores'>,
  runs: readonly Pick<ScoreRun, 'number' | 'state' | 'doneRows' | keyof ScoreRunScorer>[],
): string[] {
  const importedText = describeImportedScores(solutions, withImportedScores)
  const run = runs.find(({ doneRows }) => doneRows > 0)
  if (!run) return [importedText]
  const suffix = run.state === 'running' ? ' so far' : ''
  return [
    importedText,
    `Score run ${run.number} (${formatRunScorer(run)}) scored ${formatCount(run.doneRows)}${suffix}.`,
  ]
}

function describeImportedScores(solutions: number, scoredCount: number): string {
  if (scoredCount > maxCountedSolutions)
    return `More than ${formatCount(maxCountedSolutions)} solutions have an imported score.`
  if (scoredCount === 0)
    return `None of ${formatCappedCount(solutions, 'solution')} have an imported score.`
  if (scoredCount < solutions)
    return `${formatCount(scoredCount)} of ${formatCappedCount(solutions, 'solution')} have an imported score.`
  return `${solutions === 1 ? 'The only solution' : `All ${formatCount(solutions)} solutions`} have an imported score.`
}

function describeRanking(
  rounds: readonly RankedRound[],
  { withImportedScores }: Pick<ScorerList, 'withImportedScores'>,
): string | null {
  const activeRound = rounds.find(({ state }) => state === 'active')
  if (!activeRound) {
    if (rounds.some(({ number }) => number !== null))
      return 'No round is active. The next round selects which scores to use.'
    return withImportedScores === 0 ? null : 'The queue uses imported scores.'
  }
  const roundName = activeRound.number === null ? 'The active round' : `Round ${activeRound.number}`
  if (activeRound.scores !== null)
    return `${roundName} is ranked by score run ${activeRound.scores.run}. A newer run has no effect until a round uses it.`
  return activeRound.policy.scores.source === 'none'
    ? `${roundName} uses no scores. A score run has no effect until a round uses it.`
    : `${roundName} is ranked by imported scores. A score run has no effect until a round uses it.`
}

/** What to do with the newest version as long as no run uses it; null otherwise. */
export function describeUnusedVersion(
  versions: readonly Pick<ScorerVersion, 'version'>[],
  runs: readonly Pick<ScoreRun, 'kind' | 'version'>[],
): string | null {
  const newestVersion = versions[0]?.version
  if (newestVersion === undefined) return null
  if (runs.some(({ kind, version }) => kind === 'embedded' && version === newestVersion))
    return null
  return `Training changes no scores. To use version ${newestVersion}, start a score run with it, then choose that run when you plan a round.`
}

/** Warns if scores trained on so few labels are unreliable; null if there are enough labels. */
export function formatColdStartWarning(labelledCount: number): string | null {
  if (labelledCount >= minRecommendedTrainingSolutions) return null
  if (labelledCount === 0)
    return `No labels yet. Train it with at least ${minRecommendedTrainingSolutions} labelled solutions.`
  return `${formatQuantity(labelledCount, 'labelled solution')}. With fewer than ${minRecommendedTrainingSolutions}, scores are unreliable. Don’t rank by them yet.`
}
