import { formatInstant, formatQuantity } from '@/lib/platform/format'
import type { WebhookDelivery, Webhook } from './webhook'

/** The line under the title. */
export function describeWebhooks(webhooks: readonly Webhook[]): string {
  if (webhooks.length === 0) return 'Send project events to your own server.'
  const offCount = webhooks.filter(({ isOn }) => !isOn).length
  const failingCount = webhooks.filter(({ isOn, failingAt }) => isOn && failingAt !== null).length
  const problemCounts = [
    ...(offCount > 0 ? [`${offCount} off`] : []),
    ...(failingCount > 0 ? [`${failingCount} failing`] : []),
  ]
  return [formatQuantity(webhooks.length, 'webhook'), ...problemCounts].join(' · ')
}

export function describeWebhookState({ isOn, offReason, failingAt, waiting }: Webhook): string {
  if (!isOn) return offReason === null ? 'Off' : `Turned off: ${offReason}`
  if (failingAt !== null)
    return `Failing since ${formatInstant(failingAt)}, ${formatQuantity(waiting, 'message')} waiting`
  return waiting > 0 ? `On, ${formatQuantity(waiting, 'message')} waiting` : 'On'
}

/** Whether the first attempt is due or in progress. */
export function isFirstDeliveryAttemptPending({
  state,
  status,
  error,
  tries,
}: WebhookDelivery): boolean {
  return state === 'waiting' && (tries === 0 || (status === null && error === null))
}

export function describeDeliveryOutcome(
  delivery: WebhookDelivery,
  { isOn }: Pick<Webhook, 'isOn'>,
): string {
  const { state, status, error, nextAt, tries } = delivery
  if (state === 'delivered') return `delivered, ${status ?? ''}`.trim()
  const answer = error ?? (status === null ? null : `answered ${status}`)
  if (state === 'failed') return `failed: ${answer ?? 'no answer'}`
  if (!isOn && tries === 0) return 'not sent while the webhook is off'
  if (isFirstDeliveryAttemptPending(delivery)) return 'sending'
  const outcome = (answer ?? 'no answer').replace(/\.$/, '')
  if (!isOn) return `${outcome}; no retry while the webhook is off`
  return nextAt === null ? outcome : `${outcome}; retry ${formatInstant(nextAt)}`
}
