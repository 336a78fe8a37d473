/** Events that a webhook can receive, with their descriptions on the page. */
export const webhookEventDescriptions = {
  'annotation.submitted': 'Annotations submitted (at most one message per minute)',
  'import.finished': 'Import finished, failed or rejected',
  'release.ready': 'Release ready',
  'release.failed': 'Release failed',
  'round.started': 'Round started',
  'adjudication.made': 'Solution adjudicated',
  'person.paused': 'Person paused, automatically or by a reviewer',
} as const

export type WebhookEvent = keyof typeof webhookEventDescriptions

export const webhookEventNames = Object.keys(webhookEventDescriptions) as [
  WebhookEvent,
  ...WebhookEvent[],
]

/** The event of test messages. */
export const testEventName = 'test'

/** Maximum annotation ids in a message. Its `count` has the total. */
export const maxAnnotationIdsPerMessage = 1_000
