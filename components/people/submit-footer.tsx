import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Outcome, type OutcomeMessage } from '@/components/ui/outcome'

/** The end of a form at the door: how it went, and the one button. */
export function SubmitFooter({
  outcome,
  isBusy,
  children,
}: {
  outcome: OutcomeMessage | null
  isBusy: boolean
  /** What the button says. */
  children: ReactNode
}) {
  return (
    <div>
      <Outcome className="pb-4" outcome={outcome} />
      <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy} className="h-9 w-full">
        {children}
      </Button>
    </div>
  )
}
