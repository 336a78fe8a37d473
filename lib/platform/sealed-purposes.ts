/** Each kind of text that is sealed, and so its key. `lib/maintenance/server/sealed-kinds.ts` says where they are kept. */
export const sealedPurposes = ['totp', 'webhook'] as const
export type SealedPurpose = (typeof sealedPurposes)[number]
