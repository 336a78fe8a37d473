/** The score of a step: P(-1), P(0), P(+1), which sum to 1, or only P(correct), as from most models. */
export type StepScore = number | readonly [negative: number, neutral: number, positive: number]

/** How step scores are aggregated to a solution score. */
export const aggregations = ['product', 'minimum', 'geometric-mean', 'last'] as const
export type Aggregation = (typeof aggregations)[number]

/** Whether P(0) counts with P(+1), as in the PRM800K paper, or with P(-1). Irrelevant if there is only P(correct). */
export const neutralTreatments = ['positive', 'negative'] as const
export type NeutralTreatment = (typeof neutralTreatments)[number]

/** P(correct) of a step. Two of three rounded probabilities may sum to slightly more than 1. */
export function getCorrectProbability(
  score: StepScore,
  neutral: NeutralTreatment = 'positive',
): number {
  if (typeof score === 'number') return score
  return neutral === 'positive' ? Math.min(1, score[1] + score[2]) : score[2]
}
