import fc from 'fast-check'
import type { Rating } from '@/lib/formats/record'

/** An action, or the outcome of one of the effects that are not answered yet (`at` selects it). */
export type SessionStep =
  | { kind: 'rate'; rating: Rating }
  | { kind: 'undo' | 'submit' | 'skip' | 'wait' }
  | { kind: 'continue' | 'dismiss' | 'resume' | 'check' | 'load_saved' }
  | { kind: 'reachability'; isReachable: boolean }
  /** `lost`: the server acted, but its reply did not arrive. `empty`: it has no work, or asks for the options before it
   * accepts a submission. */
  | {
      kind: 'reply'
      at: number
      outcome: 'ok' | 'empty' | 'lost' | 'lease_lost' | 'unauthenticated'
    }

export const anySessionStep: fc.Arbitrary<SessionStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('rate'),
      rating: fc.constantFrom<Rating>(1, 0, -1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('undo', 'submit', 'submit', 'skip', 'wait'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('continue', 'dismiss', 'resume', 'check', 'load_saved'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reachability'), isReachable: fc.boolean() }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('reply'),
      at: fc.nat({ max: 7 }),
      outcome: fc.constantFrom(
        'ok',
        'ok',
        'ok',
        'ok',
        'empty',
        'lost',
        'lease_lost',
        'unauthenticated',
      ),
    }),
  },
)

export type ReplyOutcome = Extract<SessionStep, { kind: 'reply' }>['outcome']
