/**
 * Kinds of encrypted texts; each has its own key. `lib/maintenance/server/encrypted-text-stores.ts` says where they are
 * stored.
 */
export const encryptionPurposes = ['totp', 'webhook'] as const
export type EncryptionPurpose = (typeof encryptionPurposes)[number]
