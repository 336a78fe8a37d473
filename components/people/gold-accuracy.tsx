import { findSampleShortageText, formatPercentRange } from '@/lib/platform/format-share'
import { PosteriorWhisker } from './posterior-whisker'

/** The 95% credible interval of an annotator's exact match rate on gold, or how many answers it needs. */
export function GoldAccuracy({
  answers,
  posterior,
  threshold,
}: {
  answers: number
  posterior: { mean: number; low: number; high: number }
  /** The exact match rate below which annotators are paused; null if they never are. */
  threshold: number | null
}) {
  const shortage = findSampleShortageText(answers)
  if (shortage !== null) return <span className="text-ink-3">{shortage}</span>
  return (
    <>
      <PosteriorWhisker posterior={posterior} threshold={threshold} />
      <span className="pl-3 text-caption text-ink-2">{formatPercentRange(posterior)}</span>
    </>
  )
}
