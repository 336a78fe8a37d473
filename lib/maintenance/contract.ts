import { defineContract, z } from '@/lib/platform/contract'
import { encryptionPurposes } from '@/lib/platform/encryption-purposes'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

// Only for the CLI on the server's host. There is no HTTP route for it.

export const resealSecretsContract = defineContract({
  name: 'resealSecrets',
  method: 'post',
  path: '/host/secrets/reseal',
  summary: 'Re-encrypt secrets of one kind that are encrypted with an old secret, in batches',
  input: z.strictObject({
    kind: z.enum(encryptionPurposes),
    /** The `next` of the previous reply. */
    after: z
      .string()
      .regex(new RegExp(`^${uuid}(?:/${uuid})?$`))
      .optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  reply: z.object({
    checked: z.int(),
    resealed: z.int(),
    /** Secrets that can't be decrypted with any configured secret. */
    lost: z.int(),
    /** Null after the last batch. */
    next: z.string().nullable(),
  }),
})
