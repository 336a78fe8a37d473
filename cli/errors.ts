import { CommanderError } from 'commander'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { type ExitStatus, printMessage, sanitiseForTerminal, type Terminal } from './terminal'

/** Wrong usage. The message says how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An error after which something stays or continues on the server. */
export class OperationContinuesError extends Error {
  override readonly name = 'OperationContinuesError'

  constructor(
    /** What is on the server, and how to continue. */
    readonly serverState: string,
    override readonly cause: AppError,
  ) {
    super(cause.message)
  }
}

/** Codes of requests that are rejected before any change. */
const unchangedCodes: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'invalid_input',
])

/** What to do, if the error itself does not say it. Errors of forbidden requests do. */
const advice: Partial<Record<ErrorCode, string>> = {
  unauthenticated:
    'The server rejected STEPMARK_TOKEN: it may have expired, been revoked, or belong to another server. ' +
    'Create a new one on your Account page, or on the host of the server: stepmark token create --help',
}

const lostReplyMessage =
  'The reply to an earlier try was lost. The server may have carried out that try: check before you repeat the command.'

/** Aligns further errors with the first one, after `stepmark: `. */
export const issueIndent = ' '.repeat('stepmark: '.length)

interface Issue {
  location: string
  reason: string
}

/** Prints an error without a stack trace and returns the exit status. */
export function printError(terminal: Terminal, error: unknown): ExitStatus {
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError) {
    printMessage(terminal, `stepmark: ${error.message}`)
    return 2
  }
  if (error instanceof OperationContinuesError) {
    printMessage(terminal, sanitiseForTerminal(error.serverState))
    reportAppError(terminal, error.cause, true)
  } else if (error instanceof AppError) reportAppError(terminal, error, false)
  // The reader of the output has closed it, as `head` does.
  else if (readSystemErrorCode(error) !== 'EPIPE')
    printMessage(terminal, `stepmark: ${summarise(error)}`)
  return 1
}

function reportAppError(terminal: Terminal, error: AppError, continuesOnServer: boolean): void {
  const issues = readValidationIssues(error.details.issues)
  const message = error.code === 'unauthenticated' ? 'A valid token is required.' : error.message
  const mayHaveChanged = error.details.mayHaveChanged === true
  const isStateKnown = !continuesOnServer && !mayHaveChanged && error.details.isRead !== true
  const isUnchanged = isStateKnown && unchangedCodes.has(error.code)
  const closingSentences = [
    isUnchanged ? 'Nothing was changed.' : null,
    mayHaveChanged ? lostReplyMessage : null,
    advice[error.code] ?? null,
  ]
  const isAlreadyStated = isUnchanged && message.includes('Nothing was')
  printMessage(terminal, `stepmark: ${sanitiseForTerminal(message)}`)
  // The message contains the first issue.
  for (const { location, reason } of issues.slice(1))
    printMessage(terminal, `${issueIndent}${sanitiseForTerminal(`${location}: ${reason}`)}`)
  const sentences = closingSentences.filter((sentence) => sentence !== null)
  if (!isAlreadyStated && sentences.length > 0) printMessage(terminal, sentences.join(' '))
  if (error.code === 'internal' && typeof error.details.requestId === 'string')
    printMessage(
      terminal,
      sanitiseForTerminal(`See the server log for request ${error.details.requestId}.`),
    )
}

/** The issues in an error's details. */
export function readValidationIssues(issues: unknown): Issue[] {
  return Array.isArray(issues) ? (issues as Issue[]) : []
}

/** An error code such as `ECONNREFUSED`; null if there is none. */
export function readSystemErrorCode(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}

/** The last line of an unexpected error: the database client puts the reason there. */
function summarise(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return sanitiseForTerminal(lines.at(-1) ?? 'Something went wrong.')
}
