'use client'

import { Button, ButtonLink } from '@/components/ui/button'
import { Page, PageTitle } from '@/components/ui/page'
import { RunningHead } from '@/components/ui/running-head'

interface Failure extends Error {
  /** What the server's log calls it. */
  digest?: string
}

export default function ErrorPage({ error, reset }: { error: Failure; reset: () => void }) {
  return (
    <>
      <RunningHead />
      <Page narrow>
        <PageTitle
          title="This page could not be shown"
          abstract="Something went wrong on the server. What was saved is safe. Try again; if it comes back, tell whoever runs this Stepmark."
        />
        <div className="flex gap-2">
          <Button tone="primary" onClick={reset}>
            Try again
          </Button>
          <ButtonLink href="/">Go to your projects</ButtonLink>
        </div>
        {error.digest && (
          <p className="pt-6 text-caption text-ink-3">
            In the log it is called <code>{error.digest}</code>.
          </p>
        )}
      </Page>
    </>
  )
}
