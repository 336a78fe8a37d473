import { fewestForRate } from '@/lib/insights/contract'
import type { EvaluationResult } from './evaluation'
import { writePercent } from './write-figures'

/** What the comparison comes to, in a title. */
export function describeBlind({ errorRate }: NonNullable<EvaluationResult['blind']>): string {
  const { difference, of } = errorRate
  const title = 'With and without the reference answer'
  if (difference === null || difference.low === null || difference.high === null) return title
  if (of.shown < fewestForRate || of.hidden < fewestForRate)
    return `${title}: too few annotations to tell`
  if (difference.low <= 0 && difference.high >= 0)
    return `${title}: as many errors are found, as far as can be told`
  const less = difference.value < 0
  return `Without the reference answer ${writePercent(Math.abs(difference.value))} ${less ? 'fewer' : 'more'} annotations find an error`
}
