import fc from 'fast-check'
import type { Rating } from '@/lib/formats/record'

/** What may happen to someone who labels: `at` picks a tab, or a device, of those that there are. */
export type ScheduledEvent =
  | { kind: 'rate'; at: number; rating: Rating }
  | { kind: 'move'; at: number; by: 1 | -1 }
  /** With nothing to undo it opens the last one again. */
  | { kind: 'undo'; at: number }
  | { kind: 'finish'; at: number }
  | { kind: 'skip'; at: number }
  /** Does what the strip on the foot bar offers. */
  | { kind: 'answer_trouble'; at: number }
  | { kind: 'open' | 'close' | 'crash'; at: number }
  /** Rates a step and reloads the page before the database has stored the rating. */
  | { kind: 'rate_and_reload'; at: number; rating: Rating }
  /** `slow`: what is sent waits until the network changes; `mute`: it arrives, and no answer comes back. */
  | { kind: 'network'; at: number; network: 'up' | 'down' | 'slow' | 'mute' }
  | { kind: 'wait' }
  | { kind: 'expire' }

const at = fc.nat({ max: 5 })

const anyScheduledEvent: fc.Arbitrary<ScheduledEvent> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('rate'),
      at,
      rating: fc.constantFrom<Rating>(1, 1, 0, -1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move'), at, by: fc.constantFrom(1, -1) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo'), at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('finish'), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('skip'), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer_trouble'), at }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('open', 'open', 'close', 'crash', 'crash'), at }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('network'),
      at,
      network: fc.constantFrom('up', 'up', 'down', 'slow', 'mute'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'wait' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rate_and_reload'),
      at,
      rating: fc.constantFrom<Rating>(1, -1),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' }) },
)

export const anySchedule = fc.array(anyScheduledEvent, { minLength: 10, maxLength: 45 })
