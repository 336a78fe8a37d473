'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Outcome } from '@/components/ui/outcome'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { usePoll } from '@/components/ui/use-poll'
import { formatInstant } from '@/lib/platform/format'
import { DeliveryTable } from './delivery-table'
import { describeState } from './describe-webhooks'
import { useWebhookActs } from './use-webhook-acts'
import type { Delivery, Webhook } from './webhook'
import { WebhookActs } from './webhook-acts'
import { WebhookForm } from './webhook-form'
import { WebhookSecret } from './webhook-secret'

interface WebhooksBoardProps {
  slug: string
  webhooks: readonly Webhook[]
  chosen: Webhook | null
  deliveries: readonly Delivery[]
}

const refreshMs = 2_000

/** Addresses at the top, and below what one of them was sent. */
export function WebhooksBoard({ slug, webhooks, chosen, deliveries }: WebhooksBoardProps) {
  const router = useRouter()
  const acts = useWebhookActs(slug)
  const [form, setForm] = useState<'add' | 'change' | null>(null)
  usePoll(async () => router.refresh(), {
    // What is about to be sent is soon known.
    isNeeded: deliveries.some(({ state, tries }) => state === 'waiting' && tries === 0),
    isActing: false,
    key: chosen?.webhook ?? '',
    everyMs: refreshMs,
  })

  return (
    <div className="grid gap-12">
      <section aria-label="Webhooks">
        {webhooks.length > 0 && (
          <WebhookTable slug={slug} webhooks={webhooks} chosen={chosen?.webhook ?? null} />
        )}
        {form === 'add' ? (
          <WebhookForm
            webhook={null}
            save={async (fields) => {
              const made = await acts.create(fields)
              setForm(null)
              router.push(`/projects/${slug}/webhooks?webhook=${made}`)
            }}
            onClose={() => setForm(null)}
          />
        ) : (
          <div className="pt-4">
            <Button
              tone={webhooks.length === 0 ? 'primary' : 'plain'}
              onClick={() => setForm('add')}
            >
              Add a webhook
            </Button>
          </div>
        )}
      </section>
      {chosen && (
        <section aria-labelledby="chosen" key={chosen.webhook}>
          <SectionHead id="chosen" title="Messages">
            kept for 30 days
          </SectionHead>
          <p className="font-mono text-caption font-text wrap-anywhere text-ink-2">{chosen.url}</p>
          <Outcome
            outcome={acts.failure === null ? null : { kind: 'wrong', words: acts.failure }}
          />
          {acts.shown?.webhook === chosen.webhook && <WebhookSecret secret={acts.shown.secret} />}
          {form === 'change' ? (
            <div className="pb-6">
              <WebhookForm
                webhook={chosen}
                save={async (fields) => {
                  await acts.change(chosen.webhook, fields)
                  setForm(null)
                }}
                onClose={() => setForm(null)}
              />
            </div>
          ) : (
            <WebhookActs webhook={chosen} acts={acts} onChange={() => setForm('change')} />
          )}
          <DeliveryTable
            deliveries={deliveries}
            onSendAgain={
              chosen.isOn ? (delivery) => void acts.sendAgain(chosen.webhook, delivery) : null
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
    <Table aria-label="Webhooks">
      <thead>
        <tr>
          <HeadCell>Address</HeadCell>
          <HeadCell className="max-desk:hidden">Told of</HeadCell>
          <HeadCell>State</HeadCell>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <Row key={webhook.webhook} aria-selected={webhook.webhook === chosen}>
            <Cell className="wrap-anywhere">
              <Link
                href={`/projects/${slug}/webhooks?webhook=${webhook.webhook}`}
                aria-current={webhook.webhook === chosen ? 'true' : undefined}
                className="font-mono text-caption font-text"
              >
                {webhook.url}
              </Link>
              <span className="block text-caption text-ink-3">
                by {webhook.by}, {formatInstant(webhook.createdAt)}
              </span>
            </Cell>
            <Cell className="text-caption text-ink-2 max-desk:hidden">
              {webhook.events.join(', ')}
            </Cell>
            <Cell className={webhook.isOn && !webhook.failingAt ? '' : 'text-negative'}>
              {describeState(webhook)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
