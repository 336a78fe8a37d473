import type { getEvaluationContract, listEvaluationsContract } from '@/lib/insights/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type Evaluation = ReplyOf<typeof getEvaluationContract>
export type EvaluationResult = NonNullable<Evaluation['result']>
export type Evaluations = ReplyOf<typeof listEvaluationsContract>
export type ScoreSource = Evaluations['sources'][number]
export type EvaluationOptions = Evaluation['options']
export type BestOf = NonNullable<EvaluationResult['bestOf']>
export type Calibration = Pick<
  NonNullable<EvaluationResult['stepCalibration']>,
  'auc' | 'error' | 'bins'
>
export type YieldRow = EvaluationResult['yields'][number]
export type PartedRound = EvaluationResult['parted'][number]

/** A value and its 95 % interval, without bounds where too little is there to say. */
export type Interval = NonNullable<YieldRow['perHundred']>

export const evaluationHref = (slug: string, evaluation: string) =>
  `/projects/${slug}/evaluate?evaluation=${evaluation}`
