import { encryptedTotpSecretStore } from '@/lib/auth/server/encrypted-totp.sql'
import type { EncryptionPurpose } from '@/lib/platform/encryption-purposes'
import type { EncryptedTextStore } from '@/lib/platform/server/encrypted-text-rows'
import { encryptedWebhookSecretStore } from '@/lib/webhooks/server/encrypted-webhook-secret-store.sql'

/** Access to the encrypted texts of each kind. */
export const encryptedTextStores: Readonly<Record<EncryptionPurpose, EncryptedTextStore>> = {
  totp: encryptedTotpSecretStore,
  webhook: encryptedWebhookSecretStore,
}
