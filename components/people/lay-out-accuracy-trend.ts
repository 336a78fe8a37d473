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
  /** Percent, over the last answers up to this one. */
  mean: number
  band: [number, number]
}

/** More points could not be told apart. */
const maxPoints = 120

/** The posterior share of exact answers among the last 20, from the 20th answer on. */
export function layOutAccuracyTrend(
  answers: readonly Pick<GoldAnswer, 'score' | 'submittedAt'>[],
): AccuracyTrendPoint[] {
  const every = Math.max(1, Math.ceil(answers.length / maxPoints))
  const points: AccuracyTrendPoint[] = []
  for (const [i, answer] of answers.entries()) {
    const last = answers.slice(Math.max(0, i + 1 - recentGoldAnswerCount), i + 1)
    if (last.length < recentGoldAnswerCount || (answers.length - 1 - i) % every !== 0) continue
    const of = computeSharePosterior(
      last.filter(({ score }) => score === 'exact').length,
      last.length,
    )
    const { low, high } = computeCredibleInterval(of)
    points.push({
      number: i + 1,
      at: answer.submittedAt,
      mean: computePosteriorMean(of) * 100,
      band: [low * 100, high * 100],
    })
  }
  return points
}
