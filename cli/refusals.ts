import { CommanderError } from 'commander'
import { AppError, type ErrorCode } from '@/lib/platform/errors'
import { type ExitStatus, say, type Shell, showText } from './shell'

/** The command was called wrongly; the message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Trouble, its cause, where something is on the server already and stays or goes on there. */
export class LeftOnServer extends Error {
  override readonly name = 'LeftOnServer'

  constructor(
    /** What is there, and how to come back to it. */
    readonly whatStays: string,
    override readonly cause: AppError,
  ) {
    super(cause.message)
  }
}

/** Refusals that leave everything as it was. */
const harmless: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'invalid_input',
])

/** What to do, where the refusal itself does not say. */
const advice: Partial<Record<ErrorCode, string>> = {
  unauthenticated:
    'The server does not know this token (STEPMARK_TOKEN): it may have ended, been revoked, or belong to another ' +
    'server. Make another on the host of the server: stepmark token create --help',
  forbidden: 'Ask an admin of the project, or use a token of the right scope and person.',
}

interface Issue {
  place: string
  reason: string
}

/** Tells a person what was thrown, in words and never as a stack; gives the status to end with. */
export function tellRefusal(shell: Shell, error: unknown): ExitStatus {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError) {
    say(shell, `stepmark: ${error.message}`)
    return 2
  }
  if (error instanceof LeftOnServer) {
    say(shell, showText(error.whatStays))
    tellAppError(shell, error.cause, true)
  } else if (error instanceof AppError) tellAppError(shell, error, false)
  // Whoever read our output has left, as `head` does: there is nobody to tell.
  else if (readCode(error) !== 'EPIPE') say(shell, `stepmark: ${summarise(error)}`)
  return 1
}

function tellAppError(shell: Shell, error: AppError, isLeft: boolean): void {
  const issues = readIssues(error.details.issues)
  const message = error.code === 'unauthenticated' ? 'This needs a valid token.' : error.message
  const isSafe = !isLeft && harmless.has(error.code)
  const last = [isSafe ? 'Nothing was changed.' : null, advice[error.code] ?? null]
  const isSaid = isSafe && message.includes('Nothing was')
  say(shell, `stepmark: ${showText(message)}`)
  // The message is the first of them.
  for (const { place, reason } of issues.slice(1))
    say(shell, `          ${showText(`${place}: ${reason}`)}`)
  const words = last.filter((sentence) => sentence !== null)
  if (!isSaid && words.length > 0) say(shell, words.join(' '))
  if (error.code === 'internal' && typeof error.details.requestId === 'string')
    say(shell, showText(`The log of the server says more under ${error.details.requestId}.`))
}

/** What a refusal says of single places. */
export function readIssues(issues: unknown): Issue[] {
  return Array.isArray(issues) ? (issues as Issue[]) : []
}

/** `ECONNREFUSED` and the like; null where an error has none. */
export function readCode(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}

/** One line of an unforeseen error: the database client puts the reason last, after a picture of the call. */
function summarise(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return showText(lines.at(-1) ?? 'Something went wrong.')
}
