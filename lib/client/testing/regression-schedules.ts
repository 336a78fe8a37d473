import type { Rating } from '@/lib/formats/record'
import type { ScheduledEvent } from './event-schedule'

/** Schedules that found bugs in random tests, each with the bug. */

const rate = (rating: Rating, tab = 0): ScheduledEvent => ({
  kind: 'rate',
  at: tab,
  rating,
})
const does = (kind: 'open' | 'crash' | 'finish' | 'skip' | 'undo' | 'answer_trouble', tab = 0) =>
  ({ kind, at: tab }) as ScheduledEvent
const network = (state: 'up' | 'down' | 'slow' | 'mute'): ScheduledEvent => ({
  kind: 'network',
  at: 0,
  network: state,
})
const expire: ScheduledEvent = { kind: 'expire' }

/** For a single page. */
export const singlePageSchedules: ScheduledEvent[][] = [
  // A pending save overtook the submission.
  [
    ...[rate(1), network('mute'), rate(1), rate(1), does('finish'), network('mute'), rate(1)],
    ...[does('finish'), network('up'), does('finish'), rate(1), does('skip')],
  ],
  // After its lease expired, the current solution was served again as the next one, in an older state.
  [
    ...[expire, rate(1), expire, does('skip'), rate(1), does('undo'), does('finish')],
    ...[does('skip'), rate(1), does('finish'), rate(1), rate(1), rate(1)],
  ],
  // The last annotation was reopened and the reply lost: the server had released the prefetched solution that the page
  // showed.
  [
    ...[does('finish'), rate(1), network('mute'), does('undo'), does('undo')],
    ...[does('answer_trouble'), rate(1), network('up'), does('finish'), does('finish')],
    ...[does('open'), does('open')],
  ],
]

export const multiPageSchedules: ScheduledEvent[][] = [
  // One page reopened a solution, and the other was served its current solution as the next one.
  [
    ...[does('open'), does('finish', 3), does('skip'), does('undo', 1), rate(1), rate(1), rate(1)],
    ...[does('undo'), rate(1), does('finish'), does('skip')],
  ],
  // The same with a late reply, after the solution had left the screen.
  [
    ...[does('finish'), network('mute'), does('undo'), network('slow'), rate(1)],
    ...[does('answer_trouble'), does('finish'), network('up'), does('open'), does('finish')],
  ],
  // A draft that conflicted with another page's state was stored again on top of it.
  [
    ...[does('open'), rate(1), does('crash'), does('finish'), expire, does('skip'), rate(1)],
    does('finish'),
  ],
]
