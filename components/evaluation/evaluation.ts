import type { getEvaluationContract, listEvaluationsContract } from '@/lib/evaluation/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type Evaluation = ReplyOf<typeof getEvaluationContract>
export type EvaluationResult = NonNullable<Evaluation['result']>
export type EvaluationsReply = ReplyOf<typeof listEvaluationsContract>
export type ScoreSource = EvaluationsReply['sources'][number]
export type EvaluationOptions = Evaluation['options']
export type BestOfN = NonNullable<EvaluationResult['bestOf']>
export type CalibrationResult = Pick<
  NonNullable<EvaluationResult['stepCalibration']>,
  'auc' | 'error' | 'bins'
>
export type YieldRow = EvaluationResult['yields'][number]
export type RoundScorerAnnotatorDisagreements = EvaluationResult['disagreementsByRound'][number]

/** A value with its 95% interval; no bounds with fewer than two problems. */
export type ConfidenceInterval = NonNullable<YieldRow['errorsPer100Steps']>

export const evaluationHref = (slug: string, evaluation: string) =>
  `/projects/${slug}/evaluate?evaluation=${evaluation}`
