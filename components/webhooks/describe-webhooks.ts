import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { Delivery, Webhook } from './webhook'

/** The page in a sentence or two. */
export function describeWebhooks(webhooks: readonly Webhook[]): string {
  if (webhooks.length === 0)
    return 'Another server can be told what happens in this project, the moment it happens. None is yet.'
  const off = webhooks.filter(({ isOn }) => !isOn).length
  const failing = webhooks.filter(({ isOn, failingAt }) => isOn && failingAt !== null).length
  const rest = [
    ...(off > 0 ? [`${off} of them off`] : []),
    ...(failing > 0 ? [`${failing} that nothing reaches at the moment`] : []),
  ]
  const verb = webhooks.length === 1 ? 'is' : 'are'
  return `${formatNoun(webhooks.length, 'address', 'addresses')} ${verb} told what happens in this project${rest.length > 0 ? `, ${rest.join(' and ')}` : ''}.`
}

export function describeState({ isOn, offReason, failingAt, waiting }: Webhook): string {
  if (!isOn) return offReason === null ? 'Off.' : `Switched off: ${offReason}`
  if (failingAt !== null)
    return `Fails since ${formatInstant(failingAt)}; ${formatNoun(waiting, 'message')} waiting.`
  return waiting > 0 ? `On, ${formatNoun(waiting, 'message')} waiting.` : 'On.'
}

export function describeOutcome({ state, status, trouble, nextAt, tries }: Delivery): string {
  if (state === 'delivered') return `taken, ${status ?? ''}`.trim()
  const answer = trouble ?? (status === null ? null : `answered ${status}`)
  if (state === 'failed') return `given up: ${answer ?? 'no answer'}`
  if (tries === 0) return 'about to be sent'
  const words = (answer ?? 'being tried').replace(/\.$/, '')
  return nextAt === null ? words : `${words}; again ${formatInstant(nextAt)}`
}
