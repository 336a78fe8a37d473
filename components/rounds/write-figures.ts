/** `0.94`, `3.1e-5`, `12.5`: any finite number may be a score. */
export function writeScore(score: number): string {
  const size = Math.abs(score)
  if (size !== 0 && size < 0.01) return score.toExponential(1)
  return size < 100 ? score.toFixed(2) : new Intl.NumberFormat('en-GB').format(Math.round(score))
}

/** `1`, `0.020`, `3.1e-5`. */
export function writeProbability(probability: number): string {
  if (probability === 0 || probability === 1) return String(probability)
  return probability < 0.001 ? probability.toExponential(1) : probability.toFixed(3)
}

/** `70 %` of a share, which no line parts; what is there is never said to be nothing. */
export function writeShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 1) return 'under 1\u00a0%'
  return `${Math.round(percent)}\u00a0%`
}

/** Errors per 100 steps: `13.4`. */
export const writeRate = (rate: number) => rate.toFixed(1)

/** `[12.4, 14.5]`; empty where there is too little to say. */
export function writeInterval({ low, high }: { low: number | null; high: number | null }): string {
  return low === null || high === null ? '' : `[${writeRate(low)}, ${writeRate(high)}]`
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** `17 November`. */
export const writeDay = (iso: string) => days.format(new Date(iso))

/** `31 hours`, `40 minutes`: of work, rounded as one speaks of it. */
export function writeWorkTime(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return `${new Intl.NumberFormat('en-GB').format(hours)} hours`
}
