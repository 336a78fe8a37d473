import type { SignInOutcome } from '@/lib/client/session'
import { unreachable } from '@/lib/platform/errors'
import { formatDuration } from '@/lib/platform/format'

export type Refusal = Extract<SignInOutcome, { ok: false }>

/** Why signing in came to nothing, and what to do. */
export function describeRefusal({ reason, retryAfterSeconds = 60 }: Refusal): string {
  switch (reason) {
    case 'refused':
      return 'This address and password do not belong together. Check both and try again. A password that was made for you ends after 7 days unless you change it: then ask for a link to set one. If you have no account yet, ask an admin of your project for an invite.'
    case 'code_needed':
      return 'Write the code that your app shows.'
    case 'code_refused':
      return 'This code is not right, was used already, or its 30 seconds are over. Write the next one that the app shows, or a recovery code that you have not used.'
    case 'too_late':
      return 'It took longer than ten minutes. Sign in anew.'
    case 'rate_limited':
      return `There were too many attempts, so none is looked at for now, not even the right one. Try again in ${formatDuration(retryAfterSeconds)}. A browser in which you signed in before has attempts of its own.`
    case 'unavailable':
      return 'The server cannot be reached. What you wrote is still here: check the connection and try again.'
    default:
      return unreachable(reason)
  }
}
