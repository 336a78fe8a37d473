'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { FormOnDemand } from '@/components/ui/form-on-demand'
import { Link } from '@/components/ui/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { usePolling } from '@/components/ui/use-polling'
import { formatInstant } from '@/lib/platform/format'
import { describeWebhookState, isDeliveryInProgress } from './describe-webhooks'
import { useWebhookActions } from './use-webhook-actions'
import type { WebhookDelivery, Webhook } from './webhook'
import { WebhookActions } from './webhook-actions'
import { WebhookDeliveryTable } from './webhook-delivery-table'
import { WebhookForm } from './webhook-form'
import { WebhookSecret } from './webhook-secret'

interface WebhooksViewProps {
  slug: string
  webhooks: readonly Webhook[]
  chosen: Webhook | null
  deliveries: readonly WebhookDelivery[]
}

const refreshMs = 2_000

/** The form of a new webhook, or of the one with this id. */
type FormName = 'new' | `change ${string}`

/** The webhooks, and the deliveries of the selected one. */
export function WebhooksView({ slug, webhooks, chosen, deliveries }: WebhooksViewProps) {
  const router = useRouter()
  const actions = useWebhookActions(slug)
  const [openForm, setOpenForm] = useState<FormName | null>(null)
  const [lastChosen, setLastChosen] = useState(chosen?.webhook)
  if (lastChosen !== chosen?.webhook) {
    setLastChosen(chosen?.webhook)
    setOpenForm(null)
  }
  const formState = (form: FormName) =>
    [openForm === form, (isOpen: boolean) => setOpenForm(isOpen ? form : null)] as const
  const isChanging = chosen !== null && openForm === `change ${chosen.webhook}`
  usePolling(async () => router.refresh(), {
    isNeeded: deliveries.some(isDeliveryInProgress),
    isMutating: false,
    key: chosen?.webhook ?? '',
    intervalMs: refreshMs,
  })

  return (
    <div className="grid gap-12">
      <section aria-label="Webhooks">
        {webhooks.length > 0 && (
          <WebhookTable slug={slug} webhooks={webhooks} chosen={chosen?.webhook ?? null} />
        )}
        {!isChanging && (
          <FormOnDemand
            state={formState('new')}
            renderClosed={(openButton) => (
              <div className="pt-4">
                <Button tone={webhooks.length === 0 ? 'primary' : 'plain'} {...openButton}>
                  Add webhook
                </Button>
              </div>
            )}
            renderForm={(close) => (
              <WebhookForm
                webhook={null}
                save={async (fields) => {
                  const created = await actions.create(fields)
                  close()
                  router.push(`/projects/${slug}/webhooks?webhook=${created}`)
                }}
                onClose={close}
              />
            )}
          />
        )}
      </section>
      {chosen && (
        <section aria-labelledby="chosen" key={chosen.webhook}>
          <SectionHeader id="chosen" title="Deliveries">
            kept for 30 days
          </SectionHeader>
          <p className="font-mono text-caption font-text wrap-anywhere text-ink-2">{chosen.url}</p>
          <OutcomeNotice outcome={actions.outcome} />
          {actions.newSecret?.webhook === chosen.webhook && (
            <WebhookSecret secret={actions.newSecret.secret} />
          )}
          <FormOnDemand
            state={formState(`change ${chosen.webhook}`)}
            renderClosed={(openButton) => (
              <WebhookActions
                webhook={chosen}
                actions={actions}
                editButton={openForm === 'new' ? null : openButton}
              />
            )}
            renderForm={(close) => (
              <div className="pb-6">
                <WebhookForm
                  webhook={chosen}
                  save={async (fields) => {
                    await actions.change(chosen.webhook, fields)
                    close()
                  }}
                  onClose={close}
                />
              </div>
            )}
          />
          <WebhookDeliveryTable
            deliveries={deliveries}
            onSendAgain={
              chosen.isOn ? (delivery) => void actions.sendAgain(chosen.webhook, delivery) : null
            }
          />
        </section>
      )}
    </div>
  )
}

function WebhookTable({
  slug,
  webhooks,
  chosen,
}: {
  slug: string
  webhooks: readonly Webhook[]
  chosen: string | null
}) {
  return (
    <DataTable
      aria-label="Webhooks"
      rows={webhooks}
      rowKey={({ webhook }) => webhook}
      hasLinks
      selectedKey={chosen}
      columns={[
        {
          header: 'URL',
          className: 'wrap-anywhere',
          render: ({ webhook, url }) => (
            <Link
              href={`/projects/${slug}/webhooks?webhook=${webhook}`}
              aria-current={webhook === chosen ? 'true' : undefined}
              className="font-mono text-caption font-text"
            >
              {url}
            </Link>
          ),
          renderCaption: ({ by, createdAt }) => `by ${by}, ${formatInstant(createdAt)}`,
        },
        {
          header: 'Events',
          minScreen: 'desk',
          cellClassName: 'text-caption text-ink-2',
          render: ({ events }) => events.join(', '),
        },
        {
          header: 'Status',
          cellClassName: ({ isOn, failingAt }) => (isOn && !failingAt ? '' : 'text-negative'),
          render: describeWebhookState,
        },
      ]}
    />
  )
}
