import type { Rating } from '@/lib/formats/record'
import type { ScheduledEvent } from './schedule'

/** What schedules drawn at random have found, each with what was wrong then. */

const rate = (rating: Rating, at = 0): ScheduledEvent => ({ kind: 'rate', at, rating })
const does = (kind: 'open' | 'crash' | 'finish' | 'skip' | 'undo' | 'answer_trouble', at = 0) =>
  ({ kind, at }) as ScheduledEvent
const network = (state: 'up' | 'down' | 'slow' | 'mute'): ScheduledEvent => ({
  kind: 'network',
  at: 0,
  network: state,
})
const expire: ScheduledEvent = { kind: 'expire' }

/** For one page alone. */
export const singlePageSchedules: ScheduledEvent[][] = [
  // A save that was under way went on behind the submission, which then came second.
  [
    ...[rate(1), network('mute'), rate(1), rate(1), does('finish'), network('mute'), rate(1)],
    ...[does('finish'), network('up'), does('finish'), rate(1), does('skip')],
  ],
  // With its lease run out, the solution on screen came as the next one, as it was some ratings ago.
  [
    ...[expire, rate(1), expire, does('skip'), rate(1), does('undo'), does('finish')],
    ...[does('skip'), rate(1), does('finish'), rate(1), rate(1), rate(1)],
  ],
  // The last annotation was reopened and the reply lost: the server had released the prefetched solution that the page showed.
  [
    ...[does('finish'), rate(1), network('mute'), does('undo'), does('undo')],
    ...[does('answer_trouble'), rate(1), network('up'), does('finish'), does('finish')],
    ...[does('open'), does('open')],
  ],
]

export const multiPageSchedules: ScheduledEvent[][] = [
  // One page opened a solution again, and the other took the one on its screen for the next.
  [
    ...[does('open'), does('finish', 3), does('skip'), does('undo', 1), rate(1), rate(1), rate(1)],
    ...[does('undo'), rate(1), does('finish'), does('skip')],
  ],
  // The same where the answer came late, when the solution was not on screen any more.
  [
    ...[does('finish'), network('mute'), does('undo'), network('slow'), rate(1)],
    ...[does('answer_trouble'), does('finish'), network('up'), does('open'), does('finish')],
  ],
  // What stood against another page's state was kept anew on top of it.
  [
    ...[does('open'), rate(1), does('crash'), does('finish'), expire, does('skip'), rate(1)],
    does('finish'),
  ],
]
