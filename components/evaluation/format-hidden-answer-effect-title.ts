import { formatPercent } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { EvaluationResult } from './evaluation'

/** Claims a difference only if its interval excludes 0. */
export function formatHiddenAnswerEffectTitle({
  errorRate,
}: NonNullable<EvaluationResult['hiddenReference']>): string {
  const { difference, observations } = errorRate
  const title = 'Hidden-reference comparison'
  if (difference === null || difference.low === null || difference.high === null) return title
  if (observations.visible < minCountForRate || observations.hidden < minCountForRate)
    return `${title}: too few annotations`
  if (difference.low <= 0 && difference.high >= 0)
    return `${title}: no significant difference in errors found`
  const verb = difference.value < 0 ? 'lowers' : 'raises'
  return `Hiding the reference answer ${verb} the error rate by ${formatPercent(Math.abs(difference.value)).replace('%', '')} points`
}
