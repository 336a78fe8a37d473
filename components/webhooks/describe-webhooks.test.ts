import { expect, test } from 'vitest'
import {
  describeDeliveryOutcome,
  describeWebhookState,
  describeWebhooks,
} from './describe-webhooks'
import type { WebhookDelivery, Webhook } from './webhook'

const webhook: Webhook = {
  webhook: 'w',
  url: 'https://hooks.example.org/',
  events: ['release.ready'],
  by: 'Ada',
  createdAt: '2026-11-22T10:00:00.000Z',
  isOn: true,
  offReason: null,
  failingAt: null,
  waiting: 0,
  lastDeliveredAt: null,
}
const delivery: WebhookDelivery = {
  delivery: 'd',
  event: 'test',
  createdAt: '2026-11-22T10:00:00.000Z',
  state: 'waiting',
  tries: 0,
  triedAt: null,
  nextAt: '2026-11-22T10:00:00.000Z',
  status: null,
  tookMs: null,
  error: null,
}

test('describeWebhooks counts webhooks, and those that are off or failing', () => {
  expect(describeWebhooks([])).toBe('Send project events to your own server.')
  expect(describeWebhooks([webhook])).toBe('1 webhook')
  const failing = { ...webhook, failingAt: '2026-11-22T10:00:00.000Z' }
  expect(describeWebhooks([webhook, { ...webhook, isOn: false }, failing])).toBe(
    '3 webhooks · 1 off · 1 failing',
  )
})

test('describeWebhookState says whether a webhook is on, has messages waiting, is off or was turned off', () => {
  expect(describeWebhookState(webhook)).toBe('On')
  expect(describeWebhookState({ ...webhook, waiting: 1 })).toBe('On, 1 message waiting')
  expect(describeWebhookState({ ...webhook, isOn: false })).toBe('Off')
  expect(
    describeWebhookState({
      ...webhook,
      isOn: false,
      offReason: 'No delivery succeeded for 3 days.',
    }),
  ).toBe('Turned off: No delivery succeeded for 3 days.')
})

test('describeDeliveryOutcome says whether a delivery succeeded, failed or will be tried again', () => {
  const describeOutcome = (each: WebhookDelivery) => describeDeliveryOutcome(each, { isOn: true })
  expect(describeOutcome(delivery)).toBe('sending')
  expect(describeOutcome({ ...delivery, tries: 1 })).toBe('sending')
  expect(describeOutcome({ ...delivery, tries: 1, status: 500 })).toMatch(/^answered 500; retry /)
  expect(describeOutcome({ ...delivery, tries: 1, error: 'No one answers.' })).toMatch(
    /^No one answers; retry /,
  )
  expect(describeOutcome({ ...delivery, state: 'delivered', status: 204 })).toBe('delivered, 204')
  expect(describeOutcome({ ...delivery, state: 'failed', error: 'No one answers.' })).toBe(
    'failed: No one answers.',
  )
})

test('describeDeliveryOutcome promises no retry while the webhook is off', () => {
  const describeOutcome = (each: WebhookDelivery) => describeDeliveryOutcome(each, { isOn: false })
  expect(describeOutcome(delivery)).toBe('not sent while the webhook is off')
  expect(describeOutcome({ ...delivery, tries: 1, status: 500 })).toBe(
    'answered 500; no retry while the webhook is off',
  )
  expect(describeOutcome({ ...delivery, state: 'delivered', tries: 1, status: 204 })).toBe(
    'delivered, 204',
  )
})
