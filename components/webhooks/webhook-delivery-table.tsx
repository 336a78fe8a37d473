import { DataTable } from '@/components/ui/data-table'
import { makeActionColumn } from '@/components/ui/table-columns'
import { formatInstant } from '@/lib/platform/format'
import { describeDeliveryOutcome, isFirstDeliveryAttemptPending } from './describe-webhooks'
import type { WebhookDelivery } from './webhook'

interface DeliveryTableProps {
  deliveries: readonly WebhookDelivery[]
  /** Null while the webhook is off. */
  onSendAgain: ((delivery: string) => void) | null
}

/** Deliveries of one webhook, newest first. */
export function WebhookDeliveryTable({ deliveries, onSendAgain }: DeliveryTableProps) {
  return (
    <DataTable
      aria-label="Deliveries"
      rows={deliveries}
      empty="No deliveries yet. Send a test to check the webhook."
      rowKey={({ delivery }) => delivery}
      columns={[
        {
          header: 'Message',
          render: ({ event }) => <span className="font-mono text-caption font-text">{event}</span>,
          renderCaption: ({ createdAt }) => (
            <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
          ),
        },
        {
          header: 'Result',
          className: 'wrap-anywhere',
          cellClassName: ({ state }) => (state === 'failed' ? 'text-negative' : ''),
          render: (delivery) => describeDeliveryOutcome(delivery, { isOn: onSendAgain !== null }),
        },
        { header: 'Tries', numeric: true, minScreen: 'desk', render: ({ tries }) => tries },
        {
          header: 'Time',
          numeric: true,
          minScreen: 'desk',
          className: 'whitespace-nowrap',
          render: ({ tookMs }) => tookMs !== null && `${tookMs} ms`,
        },
        onSendAgain &&
          makeActionColumn<WebhookDelivery>(
            'Resend',
            (delivery) =>
              !isFirstDeliveryAttemptPending(delivery) &&
              `Resend: ${delivery.event} of ${formatInstant(delivery.createdAt)}`,
            ({ delivery }) => onSendAgain(delivery),
          ),
      ]}
    />
  )
}
