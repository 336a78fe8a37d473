import { formatCount, formatDuration } from '@/lib/platform/format'

/** `120 per second, 2 minutes left`. Empty while the rate is unknown. */
export function describeJobRate(
  rowsPerSecond: number | null,
  { readRows, allRows }: { readRows: number; allRows: number | null },
): string {
  if (!rowsPerSecond) return ''
  const rate = `${formatCount(Math.round(rowsPerSecond))} per second`
  const secondsLeft = allRows === null ? 0 : (allRows - readRows) / rowsPerSecond
  return secondsLeft <= 0 ? rate : `${rate}, ${formatDuration(secondsLeft)} left`
}
