import { logger } from '@/lib/platform/server/logger'
import type { SignInResult } from './sign-in'

/**
 * Runs a sign-in for next-auth. Returns a user, or null if it was rejected.
 *
 * next-auth puts the message of an error into a URL. So an unexpected error is only logged, and `unavailable` is thrown.
 *
 * @throws Error whose message is an error code for the form, such as `code_required` or `rate_limited:60`
 */
export async function runNextAuthSignIn(
  signIn: () => Promise<SignInResult>,
): Promise<{ id: string; sid: string } | null> {
  const result = await signIn().catch((error: unknown) => {
    logger.error({ error }, 'a sign-in failed')
    throw new Error('unavailable')
  })
  if (result.kind === 'in') return { id: result.userId, sid: result.secret }
  if (result.kind === 'refused') return null
  throw new Error(
    result.kind === 'rate_limited' ? `${result.kind}:${result.retryAfterSeconds}` : result.kind,
  )
}
