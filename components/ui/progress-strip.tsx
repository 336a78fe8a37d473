import type { ReactNode } from 'react'
import { Button } from './button'
import { ProgressBar } from './progress-bar'

/** Something that takes its time: how far, how fast, how long still, and a way out. */
export function ProgressStrip({
  label,
  barLabel,
  progressLabel,
  rateLabel,
  note,
  value,
  max,
  onCancel,
  isCancelling = false,
}: {
  /** Of the whole, for a screen reader. */
  label: string
  barLabel: string
  progressLabel: string
  /** Empty while it says nothing. */
  rateLabel: string
  note: ReactNode
  /** Null: no one knows how much there is. */
  value: number | null
  max: number
  onCancel: (() => void) | null
  isCancelling?: boolean
}) {
  return (
    <section aria-label={label} className="pb-10">
      <div className="flex min-h-8 items-center gap-x-5 gap-y-1 pb-3 max-desk:flex-wrap">
        <b>{progressLabel}</b>
        {rateLabel && <span className="text-ink-2">{rateLabel}</span>}
        <span className="text-ink-3">{note}</span>
        {onCancel && (
          <Button
            className="ml-auto"
            aria-disabled={isCancelling}
            onClick={() => isCancelling || onCancel()}
          >
            Cancel
          </Button>
        )}
      </div>
      <ProgressBar label={barLabel} value={value} max={max} />
    </section>
  )
}
