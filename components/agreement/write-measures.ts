import type { Measure } from './agreement'

/** Shares are written in per cent; coefficients, which may be below nothing, as they are. */
export type Unit = 'share' | 'coefficient'

/** `74.3`, `0.70`, `−0.12` */
export function writeNumber(value: number, unit: Unit): string {
  const text = unit === 'share' ? (value * 100).toFixed(1) : value.toFixed(2)
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')
}

/** `74.3 %`, `0.70` */
export const writeFigure = (value: number, unit: Unit) =>
  `${writeNumber(value, unit)}${unit === 'share' ? ' %' : ''}`

/** `[69.6, 78.7]`; empty where too little is there to say. */
export function writeBounds({ low, high }: Pick<Measure, 'low' | 'high'>, unit: Unit): string {
  if (low === null || high === null) return ''
  return `[${writeNumber(low, unit)}, ${writeNumber(high, unit)}]`
}

/** `74.3 % [69.6, 78.7]`, or why there is none. */
export function writeMeasure(measure: Measure, unit: Unit): string {
  if (measure.value === null) return `${measure.refused ?? 'Not known'}.`
  return `${writeFigure(measure.value, unit)} ${writeBounds(measure, unit)}`.trim()
}
