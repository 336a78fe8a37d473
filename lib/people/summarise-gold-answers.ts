import { type GoldAnswerScore, scoreGoldAnswer } from '@/lib/gold/score-gold-answer'
import { detectAccuracyDrift } from './accuracy-drift'
import {
  computeSharePosterior,
  computeCredibleInterval,
  computePosteriorMean,
} from './beta-distribution'
import { evaluatePauseRule } from './pause-rule'

/** One answer to gold. */
export interface GoldAnswer {
  /** The accepted first errors: steps from 0, in ascending order; empty: no error. */
  firstErrors: readonly number[]
  answer: number | null
  /** Whether it was submitted after the last pause ended, so that the pause rule counts it. */
  isCounted: boolean
}

/** The posterior of an annotator's share of exact answers. */
export function estimateExactShare({ answers, exact }: { answers: number; exact: number }) {
  const posterior = computeSharePosterior(exact, answers)
  return { mean: computePosteriorMean(posterior), ...computeCredibleInterval(posterior) }
}

/**
 * Summarises an annotator's answers to gold.
 *
 * @param answers oldest first
 */
export function summariseGoldAnswers(answers: readonly GoldAnswer[], pauseBelow: number | null) {
  const scores = answers.map(({ firstErrors, answer }) => scoreGoldAnswer(firstErrors, answer))
  const count = (score: GoldAnswerScore) => scores.filter((candidate) => candidate === score).length
  const all = { answers: answers.length, exact: count('exact') }
  const { recent, before, probability, isDrifting } = detectAccuracyDrift(
    scores.map((score) => score === 'exact'),
  )
  const countedExactAnswers = answers.map(({ isCounted }, i) => isCounted && scores[i] === 'exact')
  const countedTotals = {
    answers: answers.filter(({ isCounted }) => isCounted).length,
    exact: countedExactAnswers.filter(Boolean).length,
  }
  return {
    ...all,
    near: count('near'),
    verdict: count('verdict'),
    missed: count('missed'),
    falseAlarm: count('false_alarm'),
    posterior: estimateExactShare(all),
    recent,
    before,
    isDrifting,
    worseProbability: probability,
    counted: countedTotals,
    underProbability:
      pauseBelow === null ? null : evaluatePauseRule(countedTotals, pauseBelow).probability,
  }
}
