import type { Command } from 'commander'
import type { Contract, InputOf } from '@/lib/platform/contract'
import { describeInputIssue } from '@/lib/platform/describe-input-issue'
import { issueIndent, UsageError } from './errors'
import { nameOption } from './name-options-in-error'

/** Validates options of a command against the contract, as the server does with requests. One line per error. */
export function parseContractInput<C extends Contract>(
  contract: C,
  options: Record<string, unknown>,
  command: Command,
): InputOf<C> {
  const parsed = contract.input.safeParse(options)
  if (parsed.success) return parsed.data as InputOf<C>
  const errors = parsed.error.issues.map(
    (issue) =>
      `${nameOption(issue.path.join('.'), command)}: ${describeInputIssue(contract.input, issue)}`,
  )
  throw new UsageError(`${errors.join(`\n${issueIndent}`)}\nNothing was changed.`)
}
