import type { Metadata } from 'next'
import { ButtonLink } from '@/components/ui/button'
import { Page, PageTitle } from '@/components/ui/page'
import { AppHeader } from '@/components/ui/app-header'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <>
      <AppHeader />
      <Page narrow>
        <PageTitle
          title="Page not found"
          abstract="This page doesn’t exist, or you don’t have access."
        />
        <ButtonLink href="/" tone="primary">
          Go to projects
        </ButtonLink>
      </Page>
    </>
  )
}
