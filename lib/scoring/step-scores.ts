/** What a scorer says of one step: P(-1), P(0), P(+1), which sum to 1; or P(correct) alone, as most models give it. */
export type StepScore = number | readonly [negative: number, neutral: number, positive: number]

/** How a score of a solution is made of those of its steps. */
export const aggregations = ['product', 'minimum', 'geometric-mean', 'last'] as const
export type Aggregation = (typeof aggregations)[number]

/** Whether P(0) counts with P(+1), as in the paper, or with P(-1). It changes nothing where P(correct) is all there is. */
export const neutralCounts = ['positive', 'negative'] as const
export type NeutralCount = (typeof neutralCounts)[number]

/** P(correct) of a step. Three probabilities are rounded: two of them may sum to a little above 1. */
export function readCorrect(score: StepScore, neutral: NeutralCount = 'positive'): number {
  if (typeof score === 'number') return score
  return neutral === 'positive' ? Math.min(1, score[1] + score[2]) : score[2]
}
