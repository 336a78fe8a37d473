import { sealedTotp } from '@/lib/auth/server/sealed-totp.sql'
import type { SealedPurpose } from '@/lib/platform/sealed-purposes'
import type { SealedRows } from '@/lib/platform/server/sealed-rows'
import { encryptedWebhookSecrets } from '@/lib/webhooks/server/encrypted-webhook-secrets.sql'

/** Access to the encrypted texts of each kind. */
export const encryptedTextsByPurpose: Readonly<Record<SealedPurpose, SealedRows>> = {
  totp: sealedTotp,
  webhook: encryptedWebhookSecrets,
}
