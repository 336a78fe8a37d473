import { AppError } from '@/lib/platform/errors'

/** What is wrong with which field, in sentences: `{ slug: 'This is taken.' }`. Empty where the refusal names no field. */
export function readIssues(error: unknown): Record<string, string> {
  const issues = error instanceof AppError ? error.details.issues : null
  if (!Array.isArray(issues)) return {}
  const byPlace: Record<string, string> = {}
  for (const issue of issues as { place?: unknown; reason?: unknown }[]) {
    const place = String(issue.place)
    // The first reason is enough for one field.
    if (!Object.hasOwn(byPlace, place)) byPlace[place] = writeSentence(String(issue.reason))
  }
  return byPlace
}

/** What happened, in words, for whatever was thrown by a call. */
export function describeError(error: unknown): string {
  if (error instanceof AppError) {
    if (error.code === 'unauthenticated')
      return 'You are not signed in any more. Nothing was changed: sign in again in another tab, then try once more.'
    if (error.code === 'unavailable')
      return `${error.message} What you wrote is still here: try again.`
    return error.message
  }
  return 'Something went wrong in this page. What you wrote is still here: try again.'
}

/** Reasons continue a sentence ("is taken") or stand alone ("Too big: ..."). */
function writeSentence(reason: string): string {
  const words = /^(is|holds) /.test(reason)
    ? `This ${reason}`
    : reason.charAt(0).toUpperCase() + reason.slice(1)
  return words.endsWith('.') ? words : `${words}.`
}
