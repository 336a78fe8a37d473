import { AppError } from '@/lib/platform/errors'
import { capitalise } from '@/lib/platform/format'

/** Error messages by field: `{ slug: 'This is taken.' }`. Empty if the error names no field. */
export function readErrorsByField(error: unknown): Record<string, string> {
  const issues = error instanceof AppError ? error.details.issues : null
  if (!Array.isArray(issues)) return {}
  const messages: Record<string, string> = {}
  for (const issue of issues as { location?: unknown; reason?: unknown }[]) {
    const field = String(issue.location)
    // One reason per field is enough.
    if (!Object.hasOwn(messages, field)) messages[field] = writeSentence(String(issue.reason))
  }
  return messages
}

/** A message for anything that a call throws. */
export function describeCallError(error: unknown): string {
  if (error instanceof AppError) {
    if (error.code === 'unauthenticated')
      return 'You were signed out, so nothing was changed. Sign in again in another tab, then retry.'
    if (error.code === 'unavailable') return `${error.message} Your text is still here. Try again.`
    return error.message
  }
  return 'Something went wrong on this page. Your text is still here. Try again.'
}

/** The messages of all fields that the error names; if it names none, as `describeCallError`. */
export function describeCallIssues(error: unknown): string {
  return formatIssues(readErrorsByField(error)) || describeCallError(error)
}

/** `name: This is taken. size: Too big.` */
export const formatIssues = (issues: Readonly<Record<string, string>>): string =>
  Object.entries(issues)
    .map(([field, message]) => `${field}: ${message}`)
    .join(' ')

/** Reasons continue a sentence ("is taken") or stand alone ("Too big: ..."). */
function writeSentence(reason: string): string {
  const sentence = /^(is|contains) /.test(reason) ? `This ${reason}` : capitalise(reason)
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
