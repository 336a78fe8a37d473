import type { ReactNode } from 'react'
import { Icon } from './icon'
import { Mark } from './mark'

export interface OutcomeMessage {
  kind: 'success' | 'error'
  message: ReactNode
}

/**
 * What came of it, where it happened. Stands on the page also while it is empty: a screen reader speaks what comes into
 * a region that was there.
 */
export function Outcome({
  outcome,
  className = '',
}: {
  outcome: OutcomeMessage | null
  /** Space around the words, which is not there without them. */
  className?: string
}) {
  return (
    <div aria-live="polite" aria-atomic="true">
      {outcome && (
        <div
          className={`flex gap-1.5 ${outcome.kind === 'error' ? 'text-negative' : ''} ${className}`}
        >
          {outcome.kind === 'error' ? (
            <Icon name="warn" className="mt-0.5 size-4" />
          ) : (
            <Mark shape="tick" className="mt-0.5 size-4" />
          )}
          <div className="min-w-0">{outcome.message}</div>
        </div>
      )}
    </div>
  )
}
