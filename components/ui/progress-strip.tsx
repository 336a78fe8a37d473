import type { ReactNode } from 'react'
import { Button } from './button'
import { ProgressBar } from './progress-bar'

/** Something that takes its time: how far, how fast, how long still, and a way out. */
export function ProgressStrip({
  label,
  barLabel,
  done,
  rate,
  words,
  value,
  max,
  onCancel,
  isCancelling = false,
}: {
  /** Of the whole, for a screen reader. */
  label: string
  barLabel: string
  done: string
  /** Empty while it says nothing. */
  rate: string
  words: ReactNode
  /** Null: nobody knows how much there is. */
  value: number | null
  max: number
  onCancel: (() => void) | null
  isCancelling?: boolean
}) {
  return (
    <section aria-label={label} className="pb-10">
      <div className="flex min-h-8 items-center gap-x-5 gap-y-1 pb-3 max-desk:flex-wrap">
        <b>{done}</b>
        {rate && <span className="text-ink-2">{rate}</span>}
        <span className="text-ink-3">{words}</span>
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
