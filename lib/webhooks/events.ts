/** What a webhook can be told of. The words are the page's and the documentation's. */
export const webhookEvents = {
  'annotation.submitted': 'Annotations submitted (one message per minute)',
  'import.finished': 'Import finished, refused or failed',
  'release.ready': 'Release ready',
  'release.failed': 'Release failed',
  'round.started': 'Round started',
  'adjudication.made': 'Solution adjudicated',
  'person.paused': 'Person paused, automatically or by a reviewer',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** Sent by hand, to see whether it comes. */
export const testEvent = 'test'

/** Ids of annotations in one message; `count` says of how many. */
export const annotationsInMessage = 1_000
