import type { GoldAnswerScore } from '@/lib/gold/score-gold-answer'

/** How close an annotator's answer was to the gold. */
export const goldAnswerScoreLabels = {
  exact: 'exact',
  near: 'off by one step',
  verdict: 'wrong step',
  missed: 'missed',
  false_alarm: 'false alarm',
} as const satisfies Record<GoldAnswerScore, string>
