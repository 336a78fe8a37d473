import type { ReactNode } from 'react'
import { Button } from './button'
import { OutcomeNotice, type OutcomeMessage } from './outcome-notice'

/** The end of a form: its button, and the result below. */
export function FormFooter({
  submitLabel,
  tone,
  isBusy,
  outcome,
  children,
}: {
  submitLabel: string
  tone?: 'primary' | 'plain'
  isBusy: boolean
  outcome: OutcomeMessage | null
  /** Next to the button, such as Cancel. */
  children?: ReactNode
}) {
  return (
    <div>
      <div className="flex items-center gap-4">
        <Button type="submit" tone={tone} aria-disabled={isBusy}>
          {submitLabel}
        </Button>
        {children}
      </div>
      <OutcomeNotice outcome={outcome} className="pt-4" />
    </div>
  )
}
