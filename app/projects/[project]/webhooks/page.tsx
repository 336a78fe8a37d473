import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { describeWebhooks } from '@/components/webhooks/describe-webhooks'
import { WebhooksView } from '@/components/webhooks/webhooks-view'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listDeliveries, listWebhooks } from '@/lib/webhooks/server/queries'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const query = await searchParams
  const [shell, { webhooks }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listWebhooks, { project: slug }),
  ])
  const selectedWebhook =
    webhooks.find(({ webhook }) => webhook === query.webhook) ?? webhooks[0] ?? null
  const { deliveries } = selectedWebhook
    ? await runPageQuery(listDeliveries, { project: slug, webhook: selectedWebhook.webhook })
    : { deliveries: [] }
  return (
    <ProjectShell {...shell} current="webhooks">
      <PageLayout>
        <PageTitle
          title="Webhooks"
          abstract={describeWebhooks(webhooks)}
          learnMore={{ doc: 'api#webhooks', topic: 'webhooks' }}
        />
        <WebhooksView
          slug={slug}
          webhooks={webhooks}
          selectedWebhook={selectedWebhook}
          deliveries={deliveries}
        />
      </PageLayout>
    </ProjectShell>
  )
}
