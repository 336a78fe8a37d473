import { noAnswerText } from '@/lib/client/no-answer-text'
import type { SignInOutcome } from '@/lib/client/sign-in'
import { assertUnreachable } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'

export type FailedSignIn = Extract<SignInOutcome, { ok: false }>

/** Why sign-in failed, and what to do. */
export function describeSignInFailure({ reason, retryAfterSeconds = 60 }: FailedSignIn): string {
  switch (reason) {
    case 'refused':
      return 'Wrong email or password. A password that was generated for you expires after 7 days: ask an instance admin for a password link. If you have no account, ask a project admin for an invite.'
    case 'code_required':
      return 'Enter the code from your app.'
    case 'code_refused':
      return 'This code is wrong, was already used, or has expired. Enter the next code, or an unused recovery code.'
    case 'code_timeout':
      return 'Sign-in took longer than 10 minutes. Sign in again.'
    case 'rate_limited':
      return `Too many attempts. Try again in ${formatDuration(retryAfterSeconds)}, or use a browser in which you signed in before.`
    case 'unavailable':
      return `${noAnswerText} Check your connection and try again.`
    default:
      return assertUnreachable(reason)
  }
}
