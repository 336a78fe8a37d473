import type { Command } from 'commander'
import { AppError } from '@/lib/platform/errors'
import { OperationContinuesError, readValidationIssues } from './errors'

/** Commander's names of options, for fields of the API with another name. */
const attributesOfFields = new Map([
  ['labelers', 'annotators'],
  ['password', 'passwordStdin'],
  ['screeningShare', 'screeningPassAt'],
])

/** Names the options of the command in a rejected request instead of fields of the API: `--lease-minutes: ...`. */
export function nameOptionsInError(error: unknown, command: Command | null): unknown {
  if (!command) return error
  if (error instanceof OperationContinuesError)
    return new OperationContinuesError(
      error.serverState,
      nameOptionsInRejection(error.cause, command),
    )
  return error instanceof AppError ? nameOptionsInRejection(error, command) : error
}

function nameOptionsInRejection(error: AppError, command: Command): AppError {
  const issues = readValidationIssues(error.details.issues)
  const [first] = issues
  if (error.code !== 'invalid_input' || !first) return error
  const namedIssues = issues.map(({ location, reason }) => ({
    location: nameOption(location, command),
    reason,
  }))
  const prefix = `${first.location}: `
  const message = error.message.startsWith(prefix)
    ? `${namedIssues[0]!.location}: ${error.message.slice(prefix.length)}`
    : error.message
  return new AppError(error.code, message, { ...error.details, issues: namedIssues })
}

/**
 * `--extra-annotators` for `policy.overlap.extraAnnotators`, `--annotators` for `filters.labelers.0`; the location itself if
 * the command has no such option.
 */
export function nameOption(location: string, command: Command): string {
  for (const field of location.split('.').toReversed()) {
    const attribute = attributesOfFields.get(field) ?? field
    const option = command.options.find(
      (each) => each.attributeName() === attribute && !each.negate && each.long !== undefined,
    )
    if (option) return option.long!
  }
  return location
}
