import { describeCallError } from '@/lib/client/describe-call-error'
import { noAnswerText } from '@/lib/client/no-answer-text'
import { AppError } from '@/lib/platform/errors'

/** Small jobs end at once, so the first poll comes soon and later ones every second. */
export const jobPollTiming = { initialDelayMs: 250, intervalMs: 1_000 }

/** @param continuesText `Training continues`: what stays true if the server doesn't respond */
export function describePollError(error: unknown, continuesText: string): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return `${noAnswerText} ${continuesText}, and this page retries every second.`
  return describeCallError(error)
}
