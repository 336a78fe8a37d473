import { encryptedTotpRows } from '@/lib/auth/server/encrypted-totp.sql'
import type { EncryptionPurpose } from '@/lib/platform/encryption-purposes'
import type { EncryptedTextStore } from '@/lib/platform/server/encrypted-text-rows'
import { encryptedWebhookSecrets } from '@/lib/webhooks/server/encrypted-webhook-secrets.sql'

/** Access to the encrypted texts of each kind. */
export const encryptedTextsByPurpose: Readonly<Record<EncryptionPurpose, EncryptedTextStore>> = {
  totp: encryptedTotpRows,
  webhook: encryptedWebhookSecrets,
}
