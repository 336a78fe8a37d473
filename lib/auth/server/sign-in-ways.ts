import { readSignInSettings } from '@/lib/platform/server/env'
import type { SignInWays } from '../sign-in-ways'
import { arePasswordsOff } from './passwords'

export function readSignInWays(): SignInWays {
  return { provider: readSignInSettings().oidc?.name ?? null, hasPasswords: !arePasswordsOff() }
}
