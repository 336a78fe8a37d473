import type { SealedPurpose } from '@/lib/platform/sealed-purposes'
import { UsageError } from './errors'

/** Names of the kinds of secrets. */
export const secretLabels: Readonly<Record<SealedPurpose, string>> = {
  totp: 'two-factor sign-in',
  webhook: 'webhooks',
}

/** Throws `UsageError` if NEXTAUTH_SECRET or NEXTAUTH_SECRET_OLD is not safe for a server. */
export async function requireSecrets(): Promise<void> {
  const { findUnsafeSecrets } = await import('@/lib/platform/server/env')
  const problems = findUnsafeSecrets()
  if (problems.length > 0) throw new UsageError(`${problems.join(' ')} Nothing was changed.`)
}
