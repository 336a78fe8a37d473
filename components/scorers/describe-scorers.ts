import { formatCount, formatNoun } from '@/lib/platform/format'
import { coldStartSolutions } from '@/lib/scoring/contract'
import { countedAtMost, formatCounted } from '@/lib/scoring/counted'
import type { ScoreRun, ScorerList } from './scorer'

/** What a round is ranked by, as far as this page needs to know. */
export interface RankingRound {
  state: string
  number: number | null
  policy: { scores: { source: string } }
  scores: { run: number; model: string } | null
}

/** What the page says first: where scores come from, how many, and what ranks now. */
export function describeScorers(
  list: Pick<ScorerList, 'solutions' | 'withImportedScores'>,
  runs: readonly Pick<ScoreRun, 'number' | 'state' | 'doneRows' | 'scorerName' | 'version'>[],
  rounds: readonly RankingRound[],
): string {
  if (list.solutions === 0)
    return 'A scorer predicts how people would rate each step. There are no solutions to score yet: import some first.'
  return [describeSources(list, runs), describeRanking(rounds, list)].join(' ')
}

function describeSources(
  { solutions, withImportedScores }: Pick<ScorerList, 'solutions' | 'withImportedScores'>,
  runs: readonly Pick<ScoreRun, 'number' | 'state' | 'doneRows' | 'scorerName' | 'version'>[],
): string {
  const came = describeImported(solutions, withImportedScores)
  const run = runs.find(({ doneRows }) => doneRows > 0)
  if (!run) return `${came} No score run has added any.`
  const version = run.version === null ? '' : `, version ${run.version}`
  const so = run.state === 'running' ? ' so far' : ''
  return `${came} The newest score run, ${run.number} by ${run.scorerName}${version}, has scored ${formatCount(run.doneRows)}${so}.`
}

function describeImported(solutions: number, scored: number): string {
  if (scored > countedAtMost)
    return `More than ${formatCount(countedAtMost)} solutions came with a score.`
  if (scored === 0) return `None of ${formatCounted(solutions, 'solution')} came with a score.`
  if (scored < solutions)
    return `${formatCount(scored)} of ${formatCounted(solutions, 'solution')} came with a score.`
  return `${solutions === 1 ? 'The one solution' : `All ${formatCount(solutions)} solutions`} came with a score.`
}

function describeRanking(
  rounds: readonly RankingRound[],
  { withImportedScores }: Pick<ScorerList, 'withImportedScores'>,
): string {
  const open = rounds.find(({ state }) => state === 'open')
  if (!open) {
    // After the first round, imports wait for the next.
    if (rounds.some(({ number }) => number !== null))
      return 'No round is open, so nothing is ranked now: the next round says by which scores.'
    return `No round was opened yet, so no score run ranks anything${withImportedScores === 0 ? '.' : ': what is imported is queued by the scores that it came with.'}`
  }
  const round = open.number === null ? 'The open round' : `Round ${open.number}`
  if (open.scores !== null)
    return `${round} is open and ranked by score run ${open.scores.run}, frozen when it opened; a newer run ranks nothing until a round is opened with it.`
  return open.policy.scores.source === 'none'
    ? `${round} is open and ranked by no score at all; a score run ranks nothing until a round is opened with it.`
    : `${round} is open and ranked by the scores that came with the data; a score run ranks nothing until a round is opened with it.`
}

/** How much the embedded scorer could learn from, said plainly; null where that is enough not to be said. */
export function warnOfColdStart(labelled: number): string | null {
  if (labelled >= coldStartSolutions) return null
  if (labelled === 0)
    return `Nothing is labelled yet, so it has nothing to learn from. Under ${coldStartSolutions} labelled solutions it knows little.`
  return `${formatNoun(labelled, 'solution is', 'solutions are')} labelled here. Under ${coldStartSolutions} it knows little: its scores are then hardly better than the place of a step, and a round ranked by them is close to one at random.`
}
