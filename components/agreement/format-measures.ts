import { minReportedSolutions } from '@/lib/agreement/agreement-report'
import { formatCount } from '@/lib/platform/format'
import type { AgreementMeasure } from './agreement'

/** Shares are formatted as percentages, coefficients (which can be negative) as they are. */
export type MeasureUnit = 'share' | 'coefficient'

/** `74.3`, `0.70`, `−0.12` */
export function formatMeasureNumber(value: number, unit: MeasureUnit): string {
  const text = unit === 'share' ? (value * 100).toFixed(1) : value.toFixed(2)
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')
}

/** `74.3%`, `0.70` */
export const formatMeasureValue = (value: number, unit: MeasureUnit) =>
  `${formatMeasureNumber(value, unit)}${unit === 'share' ? '%' : ''}`

/** `[69.6, 78.7]`; empty without an interval. */
export function formatMeasureBounds(
  { low, high }: Pick<AgreementMeasure, 'low' | 'high'>,
  unit: MeasureUnit,
): string {
  if (low === null || high === null) return ''
  return `[${formatMeasureNumber(low, unit)}, ${formatMeasureNumber(high, unit)}]`
}

/** `74.3% [69.6, 78.7]`, or why there is no value. */
export function formatMeasure(measure: AgreementMeasure, unit: MeasureUnit): string {
  if (measure.value === null) return `${measure.missingReason ?? 'Undefined'}.`
  return `${formatMeasureValue(measure.value, unit)} ${formatMeasureBounds(measure, unit)}`.trim()
}

/** `n = 4 (needs 20)`, or why the measure is undefined although there are enough solutions. */
export function formatMissingMeasure(
  solutions: number,
  { missingReason }: Pick<AgreementMeasure, 'missingReason'>,
): string {
  return solutions < minReportedSolutions
    ? `n = ${formatCount(solutions)} (needs ${minReportedSolutions})`
    : `${missingReason ?? 'Undefined'}.`
}
