import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'

/** What was given and right, in the order in which it is asked for. `provider_mfa`: it says that a second one was used there. */
export type Factor = 'password' | 'code' | 'recovery_code' | 'provider' | 'provider_mfa'

export interface SignInRecord {
  method: 'password' | 'provider'
  /** `signed_in`, `code_needed` (half way), or why not. */
  outcome: string
  /** Null where no account is known by what was said. Never an e-mail address: people type passwords there. */
  userId: string | null
  factors: readonly Factor[]
}

/** The line of a try to sign in, whatever came of it. */
export function logSignIn({ method, outcome, userId, factors }: SignInRecord): void {
  logger.info({ method, outcome, factors, ...(userId !== null && { userId }) }, 'sign-in')
}

/** The account that someone wants to get into who was not let in, by the address that they wrote. */
export async function findAccountIdByEmail(email: string): Promise<string | null> {
  const user = await getDatabase().user.findUnique({
    where: { email: email.trim().toLowerCase() },
    select: { id: true },
  })
  return user?.id ?? null
}
