import type { Metadata } from 'next'
import { AppHeader } from '@/components/ui/app-header'
import { ButtonLink } from '@/components/ui/button'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <>
      <AppHeader />
      <PageLayout narrow>
        <PageTitle
          title="Page not found"
          abstract="This page doesn’t exist, or you don’t have access."
        />
        <ButtonLink href="/" tone="primary">
          Go to projects
        </ButtonLink>
      </PageLayout>
    </>
  )
}
