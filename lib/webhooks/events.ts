/** What a webhook can be told of. The words are the page's and the documentation's. */
export const webhookEvents = {
  'annotation.submitted': 'Annotations were submitted: once a minute, all of that minute together',
  'import.finished': 'An import is done, was refused, or failed',
  'release.ready': 'A release is written',
  'release.failed': 'A release could not be written',
  'round.opened': 'A round is in the queue',
  'adjudication.made': 'A reviewer adjudicated a solution',
  'person.paused': 'Somebody was paused, by the rule or by hand',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** Sent by hand, to see whether it comes. */
export const testEvent = 'test'

/** Ids of annotations in one message; `count` says of how many. */
export const annotationsInMessage = 1_000
