import type { ReactNode } from 'react'
import { Icon } from './icon'
import { Mark } from './mark'

export interface OutcomeWords {
  kind: 'done' | 'wrong'
  words: ReactNode
}

/**
 * What came of it, where it happened. Stands on the page also while it is empty: a screen reader speaks what comes into
 * a region that was there.
 */
export function Outcome({
  outcome,
  className = '',
}: {
  outcome: OutcomeWords | null
  /** Space around the words, which is not there without them. */
  className?: string
}) {
  return (
    <div aria-live="polite" aria-atomic="true">
      {outcome && (
        <div
          className={`flex gap-1.5 ${outcome.kind === 'wrong' ? 'text-negative' : ''} ${className}`}
        >
          {outcome.kind === 'wrong' ? (
            <Icon name="warn" className="mt-0.5 size-4" />
          ) : (
            <Mark shape="tick" className="mt-0.5 size-4" />
          )}
          <div className="min-w-0">{outcome.words}</div>
        </div>
      )}
    </div>
  )
}
