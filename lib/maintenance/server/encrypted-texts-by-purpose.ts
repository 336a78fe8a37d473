import { encryptedTotpRows } from '@/lib/auth/server/encrypted-totp.sql'
import type { EncryptionPurpose } from '@/lib/platform/encryption-purposes'
import type { EncryptedRowStore } from '@/lib/platform/server/encrypted-rows'
import { encryptedWebhookSecrets } from '@/lib/webhooks/server/encrypted-webhook-secrets.sql'

/** Access to the encrypted texts of each kind. */
export const encryptedTextsByPurpose: Readonly<Record<EncryptionPurpose, EncryptedRowStore>> = {
  totp: encryptedTotpRows,
  webhook: encryptedWebhookSecrets,
}
