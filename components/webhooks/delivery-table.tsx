import { LinkButton } from '@/components/ui/link-button'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import { describeOutcome, isSending } from './describe-webhooks'
import type { Delivery } from './webhook'

interface DeliveryTableProps {
  deliveries: readonly Delivery[]
  /** Null while the webhook is off. */
  onSendAgain: ((delivery: string) => void) | null
}

/** Deliveries of one webhook, newest first. */
export function DeliveryTable({ deliveries, onSendAgain }: DeliveryTableProps) {
  if (deliveries.length === 0)
    return (
      <p className="border-t border-ink pt-3 text-ink-2">
        No deliveries yet. Send a test to check the webhook.
      </p>
    )
  return (
    <Table aria-label="Deliveries">
      <thead>
        <tr>
          <HeaderCell>Message</HeaderCell>
          <HeaderCell>Result</HeaderCell>
          <HeaderCell numeric className="max-desk:hidden">
            Tries
          </HeaderCell>
          <HeaderCell numeric className="max-desk:hidden">
            {' '}
            Time{' '}
          </HeaderCell>
          <HeaderCell>
            <span className="sr-only">Resend</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.delivery}>
            <Cell>
              <span className="font-mono text-caption font-text">{delivery.event}</span>
              <time className="block text-caption text-ink-3" dateTime={delivery.createdAt}>
                {formatInstant(delivery.createdAt)}
              </time>
            </Cell>
            <Cell className={`wrap-anywhere ${delivery.state === 'failed' ? 'text-negative' : ''}`}>
              {describeOutcome(delivery)}
            </Cell>
            <Cell numeric className="max-desk:hidden">
              {delivery.tries}
            </Cell>
            <Cell numeric className="whitespace-nowrap max-desk:hidden">
              {delivery.tookMs === null ? '' : `${delivery.tookMs} ms`}
            </Cell>
            <Cell numeric className="whitespace-nowrap">
              {onSendAgain && !isSending(delivery) && (
                <LinkButton
                  aria-label={`Resend: ${delivery.event} of ${formatInstant(delivery.createdAt)}`}
                  onClick={() => onSendAgain(delivery.delivery)}
                >
                  Resend
                </LinkButton>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
