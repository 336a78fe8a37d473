import type { ReactNode } from 'react'
import { Icon } from './icon'
import { LinkButton } from './link-button'
import { RatingIcon } from './rating-icon'

export interface OutcomeMessage {
  kind: 'success' | 'error'
  message: ReactNode
}

/**
 * The result of an action, next to its control. Rendered even if empty, because screen readers announce changes only in
 * regions that already exist.
 */
export function OutcomeNotice({
  outcome,
  onUndo = null,
  className = '',
}: {
  outcome: OutcomeMessage | null
  /** Shows a button after the message. */
  onUndo?: (() => void) | null
  /** Classes that apply only if there is a message, such as padding. */
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
            <RatingIcon shape="tick" className="mt-0.5 size-4" />
          )}
          <div className="min-w-0">
            {outcome.message}
            {onUndo && (
              <>
                {' '}
                <LinkButton onClick={onUndo}>Undo</LinkButton>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
