import type { SealedPurpose } from '@/lib/platform/sealed-purposes'
import { UsageError } from './refusals'

/** What the secrets of each kind are of. */
export const sealedWords: Readonly<Record<SealedPurpose, string>> = {
  totp: 'codes at sign-in',
  webhook: 'webhooks',
}

/** Throws `UsageError` where NEXTAUTH_SECRET or one of those before it would not do for a server. */
export async function requireSecrets(): Promise<void> {
  const { findUnsafeSecrets } = await import('@/lib/platform/server/env')
  const problems = findUnsafeSecrets()
  if (problems.length > 0) throw new UsageError(`${problems.join(' ')} Nothing was changed.`)
}
