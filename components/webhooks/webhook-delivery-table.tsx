import { LinkButton } from '@/components/ui/link-button'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import { describeDeliveryOutcome, isDeliveryInProgress } from './describe-webhooks'
import type { WebhookDelivery } from './webhook'

interface DeliveryTableProps {
  deliveries: readonly WebhookDelivery[]
  /** Null while the webhook is off. */
  onSendAgain: ((delivery: string) => void) | null
}

/** Deliveries of one webhook, newest first. */
export function WebhookDeliveryTable({ deliveries, onSendAgain }: DeliveryTableProps) {
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
          <TableHeaderCell>Message</TableHeaderCell>
          <TableHeaderCell>Result</TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Tries
          </TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            {' '}
            Time{' '}
          </TableHeaderCell>
          <TableHeaderCell>
            <span className="sr-only">Resend</span>
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.delivery}>
            <TableCell>
              <span className="font-mono text-caption font-text">{delivery.event}</span>
              <time className="block text-caption text-ink-3" dateTime={delivery.createdAt}>
                {formatInstant(delivery.createdAt)}
              </time>
            </TableCell>
            <TableCell
              className={`wrap-anywhere ${delivery.state === 'failed' ? 'text-negative' : ''}`}
            >
              {describeDeliveryOutcome(delivery)}
            </TableCell>
            <TableCell numeric className="max-desk:hidden">
              {delivery.tries}
            </TableCell>
            <TableCell numeric className="whitespace-nowrap max-desk:hidden">
              {delivery.tookMs === null ? '' : `${delivery.tookMs} ms`}
            </TableCell>
            <TableCell numeric className="whitespace-nowrap">
              {onSendAgain && !isDeliveryInProgress(delivery) && (
                <LinkButton
                  aria-label={`Resend: ${delivery.event} of ${formatInstant(delivery.createdAt)}`}
                  onClick={() => onSendAgain(delivery.delivery)}
                >
                  Resend
                </LinkButton>
              )}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
