import { readSignInSettings } from '@/lib/platform/server/env'
import type { SignInWays } from '../sign-in-ways'
import { arePasswordsOff } from './passwords'

export function readSignInWays(): SignInWays {
  const { oidc, totpRequiredOf } = readSignInSettings()
  return {
    provider: oidc?.name ?? null,
    hasPasswords: !arePasswordsOff(),
    codesRequiredOf: totpRequiredOf,
  }
}
