import type { Contract } from '@/lib/platform/contract'
import { hashCallInput } from './idempotency'
import type { Command } from './operation'

/** Uses the input as the idempotency key of a call without one, so that a repeat gets the first response. */
export function withInputAsIdempotencyKey<C extends Contract>(operation: Command<C>): Command<C> {
  return {
    ...operation,
    execute(actor, input, options = {}) {
      const idempotencyKey =
        options.idempotencyKey ?? `${operation.contract.name}/${hashCallInput(input)}`
      return operation.execute(actor, input, { ...options, idempotencyKey })
    },
  }
}
