import type { Contract, InputOf } from '@/lib/platform/contract'
import { UsageError } from './errors'

/** Validates options against the contract, as the server does with requests. */
export function parseContractInput<C extends Contract>(
  contract: C,
  options: Record<string, unknown>,
): InputOf<C> {
  const parsed = contract.input.safeParse(options)
  if (parsed.success) return parsed.data as InputOf<C>
  const reasons = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`)
  throw new UsageError(`${reasons.join('; ')}. Nothing was changed.`)
}
