import type { Contract } from '@/lib/platform/contract'
import { hashInput } from './idempotency'
import type { Command } from './operation'

/** Uses the input as the idempotency key of a call without one, so that a repeat gets the first response. */
export function withInputKey<C extends Contract>(operation: Command<C>): Command<C> {
  return {
    ...operation,
    execute(actor, input, options = {}) {
      const idempotencyKey =
        options.idempotencyKey ?? `${operation.contract.name}/${hashInput(input)}`
      return operation.execute(actor, input, { ...options, idempotencyKey })
    },
  }
}
