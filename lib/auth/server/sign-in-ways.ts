import { readSignInSettings } from '@/lib/platform/server/env'
import { arePasswordsOff } from './passwords'

/** What the door and the account page offer. */
export interface SignInWays {
  /** What the provider is called; null where there is none. */
  provider: string | null
  hasPasswords: boolean
}

export function readSignInWays(): SignInWays {
  return { provider: readSignInSettings().oidc?.name ?? null, hasPasswords: !arePasswordsOff() }
}
