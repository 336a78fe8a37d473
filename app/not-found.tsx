import type { Metadata } from 'next'
import { ButtonLink } from '@/components/ui/button'
import { Page, PageTitle } from '@/components/ui/page'
import { RunningHead } from '@/components/ui/running-head'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <>
      <RunningHead />
      <Page narrow>
        <PageTitle
          title="There is nothing here"
          abstract="The address leads nowhere, or to something that you may not see. Nothing was changed. Ask whoever sent you here for the right address, or start again from your projects."
        />
        <ButtonLink href="/" tone="primary">
          Go to your projects
        </ButtonLink>
      </Page>
    </>
  )
}
