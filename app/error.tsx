'use client'

import { AppHeader } from '@/components/ui/app-header'
import { Button, ButtonLink } from '@/components/ui/button'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'

interface ErrorWithDigest extends Error {
  /** The error's id in the server's log. */
  digest?: string
}

export default function ErrorPage({ error, reset }: { error: ErrorWithDigest; reset: () => void }) {
  return (
    <>
      <AppHeader />
      <PageLayout narrow>
        <PageTitle
          title="Something went wrong"
          abstract="The server couldn’t show this page. Saved work is safe. Try again, or tell an instance admin."
        />
        <div className="flex gap-2">
          <Button tone="primary" onClick={reset}>
            Try again
          </Button>
          <ButtonLink href="/">Go to projects</ButtonLink>
        </div>
        {error.digest && (
          <p className="pt-6 text-caption text-ink-3">
            Error id in the server log: <code>{error.digest}</code>
          </p>
        )}
      </PageLayout>
    </>
  )
}
