import type { Rating } from '@/lib/formats/record'
import type { ScheduledEvent } from './event-schedule'

const rate = (rating: Rating, tab = 0): ScheduledEvent => ({
  kind: 'rate',
  at: tab,
  rating,
})
const makeEvent = (
  kind: 'open' | 'crash' | 'finish' | 'skip' | 'undo' | 'resolve_error',
  tab = 0,
) => ({ kind, at: tab }) as ScheduledEvent
const network = (state: 'up' | 'down' | 'slow' | 'mute'): ScheduledEvent => ({
  kind: 'network',
  at: 0,
  network: state,
})
const expire: ScheduledEvent = { kind: 'expire' }

/** Schedules of a single page that found bugs in random tests, each with the bug. */
export const singlePageSchedules: ScheduledEvent[][] = [
  // A pending save overtook the submission.
  [
    ...[rate(1), network('mute'), rate(1), rate(1), makeEvent('finish'), network('mute'), rate(1)],
    ...[makeEvent('finish'), network('up'), makeEvent('finish'), rate(1), makeEvent('skip')],
  ],
  // After its lease expired, the current solution was served again as the next one, in an older state.
  [
    ...[
      expire,
      rate(1),
      expire,
      makeEvent('skip'),
      rate(1),
      makeEvent('undo'),
      makeEvent('finish'),
    ],
    ...[makeEvent('skip'), rate(1), makeEvent('finish'), rate(1), rate(1), rate(1)],
  ],
  // The last annotation was reopened and the reply lost: the server had released the prefetched solution that the page
  // showed.
  [
    ...[makeEvent('finish'), rate(1), network('mute'), makeEvent('undo'), makeEvent('undo')],
    ...[
      makeEvent('resolve_error'),
      rate(1),
      network('up'),
      makeEvent('finish'),
      makeEvent('finish'),
    ],
    ...[makeEvent('open'), makeEvent('open')],
  ],
]

/** Schedules of several pages that found bugs in random tests, each with the bug. */
export const multiPageSchedules: ScheduledEvent[][] = [
  // One page reopened a solution, and the other was served its current solution as the next one.
  [
    ...[
      makeEvent('open'),
      makeEvent('finish', 3),
      makeEvent('skip'),
      makeEvent('undo', 1),
      rate(1),
      rate(1),
      rate(1),
    ],
    ...[makeEvent('undo'), rate(1), makeEvent('finish'), makeEvent('skip')],
  ],
  // The same with a late reply, after the solution had left the screen.
  [
    ...[makeEvent('finish'), network('mute'), makeEvent('undo'), network('slow'), rate(1)],
    ...[
      makeEvent('resolve_error'),
      makeEvent('finish'),
      network('up'),
      makeEvent('open'),
      makeEvent('finish'),
    ],
  ],
  // A draft that conflicted with another page's state was stored again on top of it.
  [
    ...[
      makeEvent('open'),
      rate(1),
      makeEvent('crash'),
      makeEvent('finish'),
      expire,
      makeEvent('skip'),
      rate(1),
    ],
    makeEvent('finish'),
  ],
]
