import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'

/** A factor that was correct. `provider_mfa`: the provider reports a second factor. */
export type AuthenticationFactor =
  | 'password'
  | 'code'
  | 'recovery_code'
  | 'provider'
  | 'provider_mfa'

export interface SignInRecord {
  method: 'password' | 'provider'
  /** `signed_in`, `code_required` (pending session), or the reason for the rejection. */
  outcome: string
  /** Null if the account is unknown. Never an email address, because people type passwords there. */
  userId: string | null
  /** In the order in which they were checked. */
  factors: readonly AuthenticationFactor[]
}

/** Logs every sign-in attempt, whatever the outcome. */
export function logSignInAttempt({ method, outcome, userId, factors }: SignInRecord): void {
  logger.info({ method, outcome, factors, ...(userId !== null && { userId }) }, 'sign-in')
}

/** The id of the account with this address, for the log of a rejected attempt; null if there is none. */
export async function findAccountIdByEmail(email: string): Promise<string | null> {
  const user = await getDatabase().user.findUnique({
    where: { email: email.trim().toLowerCase() },
    select: { id: true },
  })
  return user?.id ?? null
}
