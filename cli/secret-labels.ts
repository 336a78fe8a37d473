import type { EncryptionPurpose } from '@/lib/platform/encryption-purposes'
import { UsageError } from './errors'

/** Names of the kinds of secrets. */
export const secretLabels: Readonly<Record<EncryptionPurpose, string>> = {
  totp: 'two-factor sign-in',
  webhook: 'webhooks',
}

/** Throws `UsageError` if NEXTAUTH_SECRET or NEXTAUTH_SECRET_OLD is not safe for a server. */
export async function rejectUnsafeAuthSecrets(): Promise<void> {
  const { findAuthSecretProblems } = await import('@/lib/platform/server/env')
  const problems = findAuthSecretProblems()
  if (problems.length > 0) throw new UsageError(`${problems.join(' ')} Nothing was changed.`)
}
