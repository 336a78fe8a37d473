import { defineContract, z } from '@/lib/platform/contract'
import { sealedPurposes } from '@/lib/platform/sealed-purposes'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

// For the server's own host, by the command line. It has no address on the network.

export const resealSecretsContract = defineContract({
  name: 'resealSecrets',
  method: 'post',
  path: '/host/secrets/reseal',
  summary: 'Seal secrets of one kind anew that are sealed under a secret of before, some at a time',
  input: z.strictObject({
    kind: z.enum(sealedPurposes),
    /** Go on after this one, as `next` says. */
    after: z
      .string()
      .regex(new RegExp(`^${uuid}(?:/${uuid})?$`))
      .optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  reply: z.object({
    /** That were looked at. */
    checked: z.int(),
    resealed: z.int(),
    /** That no secret opens which is set. */
    lost: z.int(),
    /** Null: there are no more. */
    next: z.string().nullable(),
  }),
})
