import { recentGoldAnswerCount } from '@/lib/people/accuracy-drift'
import {
  computeSharePosterior,
  computeCredibleInterval,
  computePosteriorMean,
} from '@/lib/people/beta-distribution'
import type { GoldAnswer } from './person'

export interface AccuracyTrendPoint {
  /** Number of the answer, from 1. */
  number: number
  at: string
  /** Estimated percentage of exact answers among the last 20 up to this one, and its 95% interval. */
  mean: number
  band: [number, number]
}

/** With more points, neighbours would overlap in the plot. */
const maxPoints = 120

/** The posterior share of exact answers among the last 20, from the 20th answer on. */
export function computeAccuracyTrend(
  answers: readonly Pick<GoldAnswer, 'score' | 'submittedAt'>[],
): AccuracyTrendPoint[] {
  const stride = Math.max(1, Math.ceil(answers.length / maxPoints))
  const points: AccuracyTrendPoint[] = []
  for (const [i, answer] of answers.entries()) {
    const recentAnswers = answers.slice(Math.max(0, i + 1 - recentGoldAnswerCount), i + 1)
    if (recentAnswers.length < recentGoldAnswerCount || (answers.length - 1 - i) % stride !== 0)
      continue
    const posterior = computeSharePosterior(
      recentAnswers.filter(({ score }) => score === 'exact').length,
      recentAnswers.length,
    )
    const { low, high } = computeCredibleInterval(posterior)
    points.push({
      number: i + 1,
      at: answer.submittedAt,
      mean: computePosteriorMean(posterior) * 100,
      band: [low * 100, high * 100],
    })
  }
  return points
}
