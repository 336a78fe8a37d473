'use client'

import { getButtonClasses } from '@/components/ui/button-classes'
import { MessagePage } from '@/components/ui/message-page'

interface ErrorWithDigest extends Error {
  /** The error's id in the server's log. */
  digest?: string
}

export default function ErrorPage({ error, reset }: { error: ErrorWithDigest; reset: () => void }) {
  return (
    <MessagePage
      title="Something went wrong"
      message="The server couldn’t show this page. Saved work is safe. Try again, or tell an instance admin."
      action={
        <button type="button" className={getButtonClasses('primary')} onClick={reset}>
          Try again
        </button>
      }
    >
      {error.digest && (
        <p className="pt-6 text-caption text-ink-3">
          Error id in the server log: <code>{error.digest}</code>
        </p>
      )}
    </MessagePage>
  )
}
