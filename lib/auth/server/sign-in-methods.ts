import { readSignInSettings } from '@/lib/platform/server/env'
import type { SignInMethods } from '../sign-in-methods'
import { isPasswordSignInOff } from './passwords'

export function readSignInMethods(): SignInMethods {
  const { oidc, totpRequiredOf } = readSignInSettings()
  return {
    provider: oidc?.name ?? null,
    hasPasswords: !isPasswordSignInOff(),
    totpRequiredOf,
  }
}
