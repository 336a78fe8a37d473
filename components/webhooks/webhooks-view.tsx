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
import { describeWebhookState, isFirstDeliveryAttemptPending } from './describe-webhooks'
import { useWebhookActions } from './use-webhook-actions'
import type { WebhookDelivery, Webhook } from './webhook'
import { WebhookActions } from './webhook-actions'
import { WebhookDeliveryTable } from './webhook-delivery-table'
import { WebhookForm } from './webhook-form'
import { WebhookSecret } from './webhook-secret'

interface WebhooksViewProps {
  slug: string
  webhooks: readonly Webhook[]
  selectedWebhook: Webhook | null
  deliveries: readonly WebhookDelivery[]
}

const refreshMs = 2_000

/** The form of a new webhook, or of the webhook with this id. */
type FormName = 'new' | `change ${string}`

/** The webhooks, and the deliveries of the selected one. */
export function WebhooksView({ slug, webhooks, selectedWebhook, deliveries }: WebhooksViewProps) {
  const router = useRouter()
  const actions = useWebhookActions(slug)
  const [openForm, setOpenForm] = useState<FormName | null>(null)
  const [lastSelectedId, setLastSelectedId] = useState(selectedWebhook?.webhook)
  if (lastSelectedId !== selectedWebhook?.webhook) {
    setLastSelectedId(selectedWebhook?.webhook)
    setOpenForm(null)
  }
  const getFormState = (form: FormName) =>
    [openForm === form, (isOpen: boolean) => setOpenForm(isOpen ? form : null)] as const
  const isEditing = selectedWebhook !== null && openForm === `change ${selectedWebhook.webhook}`
  usePolling(async () => router.refresh(), {
    isNeeded: deliveries.some(isFirstDeliveryAttemptPending),
    isMutating: false,
    key: selectedWebhook?.webhook ?? '',
    intervalMs: refreshMs,
  })

  return (
    <div className="grid gap-12">
      <section aria-label="Webhooks">
        {webhooks.length > 0 && (
          <WebhookTable
            slug={slug}
            webhooks={webhooks}
            selectedWebhook={selectedWebhook?.webhook ?? null}
          />
        )}
        {!isEditing && (
          <FormOnDemand
            state={getFormState('new')}
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
                  const newWebhook = await actions.create(fields)
                  close()
                  router.push(`/projects/${slug}/webhooks?webhook=${newWebhook}`)
                }}
                onClose={close}
              />
            )}
          />
        )}
      </section>
      {selectedWebhook && (
        <section aria-labelledby="deliveries" key={selectedWebhook.webhook}>
          <SectionHeader id="deliveries" title="Deliveries">
            kept for 30 days
          </SectionHeader>
          <p className="font-mono text-caption font-text wrap-anywhere text-ink-2">
            {selectedWebhook.url}
          </p>
          <OutcomeNotice outcome={actions.outcome} />
          {actions.newSecret?.webhook === selectedWebhook.webhook && (
            <WebhookSecret secret={actions.newSecret.secret} />
          )}
          <FormOnDemand
            state={getFormState(`change ${selectedWebhook.webhook}`)}
            renderClosed={(openButton) => (
              <WebhookActions
                webhook={selectedWebhook}
                actions={actions}
                editButton={openForm === 'new' ? null : openButton}
              />
            )}
            renderForm={(close) => (
              <div className="pb-6">
                <WebhookForm
                  webhook={selectedWebhook}
                  save={async (fields) => {
                    await actions.change(selectedWebhook.webhook, fields)
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
              selectedWebhook.isOn
                ? (delivery) => void actions.sendAgain(selectedWebhook.webhook, delivery)
                : null
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
  selectedWebhook,
}: {
  slug: string
  webhooks: readonly Webhook[]
  selectedWebhook: string | null
}) {
  return (
    <DataTable
      aria-label="Webhooks"
      rows={webhooks}
      rowKey={({ webhook }) => webhook}
      hasLinks
      selectedKey={selectedWebhook}
      columns={[
        {
          header: 'URL',
          className: 'wrap-anywhere',
          render: ({ webhook, url }) => (
            <Link
              href={`/projects/${slug}/webhooks?webhook=${webhook}`}
              aria-current={webhook === selectedWebhook ? 'true' : undefined}
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
