/**
 * Kinds of encrypted texts; each has its own key. `lib/maintenance/server/encrypted-texts-by-purpose.ts` says where they are
 * stored.
 */
export const sealedPurposes = ['totp', 'webhook'] as const
export type SealedPurpose = (typeof sealedPurposes)[number]
