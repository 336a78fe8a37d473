import fc from 'fast-check'
import type { Rating } from '@/lib/formats/record'

/** An event during labelling. `at` selects a tab or a device. */
export type ScheduledEvent =
  | { kind: 'rate'; at: number; rating: Rating }
  | { kind: 'move'; at: number; by: 1 | -1 }
  /** Reopens the last submission if there is nothing to undo. */
  | { kind: 'undo'; at: number }
  | { kind: 'finish'; at: number }
  | { kind: 'skip'; at: number }
  /** Presses the button of the strip above the footer bar. */
  | { kind: 'resolve_error'; at: number }
  | { kind: 'open' | 'close' | 'crash'; at: number }
  /** Rates a step and reloads the page before the database has stored the rating. */
  | { kind: 'rate_and_reload'; at: number; rating: Rating }
  /** `slow`: requests wait until the network changes. `mute`: requests arrive, but replies are lost. */
  | { kind: 'network'; at: number; network: 'up' | 'down' | 'slow' | 'mute' }
  | { kind: 'wait' }
  | { kind: 'expire' }

const tab = fc.nat({ max: 5 })

const anyScheduledEvent: fc.Arbitrary<ScheduledEvent> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('rate'),
      at: tab,
      rating: fc.constantFrom<Rating>(1, 1, 0, -1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move'), at: tab, by: fc.constantFrom(1, -1) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo'), at: tab }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('finish'), at: tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('skip'), at: tab }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('resolve_error'), at: tab }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('open', 'open', 'close', 'crash', 'crash'),
      at: tab,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('network'),
      at: tab,
      network: fc.constantFrom('up', 'up', 'down', 'slow', 'mute'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rate_and_reload'),
      at: tab,
      rating: fc.constantFrom<Rating>(1, -1),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' }) },
)

export const anyEventSchedule = fc.array(anyScheduledEvent, { minLength: 10, maxLength: 45 })
