import type { Command } from 'commander'
import { AppError } from '@/lib/platform/errors'
import { readValidationIssues } from './errors'

/** Commander's names of options, for fields of the API with another name. */
const attributesOfFields = new Map([['screeningShare', 'screeningPassAt']])

/** Names the options of the command in a rejected request instead of fields of the API: `--lease-minutes: ...`. */
export function nameOptionsInError(error: unknown, command: Command | null): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input' || !command) return error
  const issues = readValidationIssues(error.details.issues)
  const [first] = issues
  if (!first) return error
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

/** `--extra-annotators` for `policy.overlap.extraAnnotators`; the location itself if the command has no such option. */
function nameOption(location: string, command: Command): string {
  const field = location.split('.').at(-1)!
  const attribute = attributesOfFields.get(field) ?? field
  const option = command.options.find(
    (each) => each.attributeName() === attribute && !each.negate && each.long !== undefined,
  )
  return option?.long ?? location
}
