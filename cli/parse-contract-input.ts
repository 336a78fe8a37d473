import type { Contract, InputOf } from '@/lib/platform/contract'
import { describeInputIssue } from '@/lib/platform/describe-input-issue'
import { UsageError } from './errors'

/** Validates options against the contract, as the server does with requests. */
export function parseContractInput<C extends Contract>(
  contract: C,
  options: Record<string, unknown>,
): InputOf<C> {
  const parsed = contract.input.safeParse(options)
  if (parsed.success) return parsed.data as InputOf<C>
  const reasons = parsed.error.issues.map(
    (issue) => `--${issue.path.join('.')}: ${describeInputIssue(contract.input, issue)}`,
  )
  throw new UsageError(`${reasons.join('; ').replace(/\.?$/, '.')} Nothing was changed.`)
}
