import type { ReactNode } from 'react'
import { Icon } from './icon'
import { LinkButton } from './link-button'

/** Why the rows of a table are incomplete. */
export type RowsStatus =
  | { kind: 'loading' }
  | { kind: 'error'; message: ReactNode; onRetry?: () => void }

/** Says below a table that its rows are loading or can’t be loaded. */
export function TableStatus({ status }: { status: RowsStatus }) {
  if (status.kind === 'loading')
    return (
      <p role="status" className="animate-appear pt-2 text-ink-3">
        Loading…
      </p>
    )
  return (
    <p role="alert" className="flex gap-1.5 pt-2 text-negative">
      <Icon name="warn" className="mt-0.5 size-4" />
      <span>
        {status.message}
        {status.onRetry && (
          <>
            {' '}
            <LinkButton onClick={status.onRetry}>Try again</LinkButton>
          </>
        )}
      </span>
    </p>
  )
}
