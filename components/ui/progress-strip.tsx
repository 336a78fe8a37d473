import type { ReactNode } from 'react'
import { Button } from './button'
import { ProgressBar } from './progress-bar'

/** The progress of a job: count, rate, remaining time and a cancel button. */
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
  children,
}: {
  /** Accessible name. */
  label: string
  barLabel: string
  progressLabel: string
  /** Empty for none. */
  rateLabel: string
  note: ReactNode
  /** Null: unknown. */
  value: number | null
  max: number
  onCancel: (() => void) | null
  isCancelling?: boolean
  /** Below the bar. */
  children?: ReactNode
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
      {children}
    </section>
  )
}
