import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField } from '@/lib/platform/fields'
import { passwordField } from './contract'

/** What follows the `#` of a link. */
export const linkSecretField = z.string().regex(/^[\w-]{43}$/, 'is not the end of a link')

/** What may be said of a link to whoever has it. */
export const resetStates = ['open', 'used', 'expired'] as const

export const requestResetContract = defineContract({
  name: 'requestReset',
  method: 'post',
  path: '/password-resets',
  summary: 'Mail a link for a new password, if the address has an account; the answer does not say',
  input: z.strictObject({ email: emailField }),
  reply: z.object({ asked: z.literal(true) }),
})

export const readResetContract = defineContract({
  name: 'readReset',
  method: 'post',
  path: '/password-resets/read',
  summary: 'What a link for a new password is good for',
  input: z.strictObject({ secret: linkSecretField }),
  reply: z.object({
    state: z.enum(resetStates),
    /** Whose password it is; null where the link is over. */
    email: z.string().nullable(),
  }),
})

export const resetPasswordContract = defineContract({
  name: 'resetPassword',
  method: 'post',
  path: '/password-resets/use',
  summary: 'Set a new password by a link; all sessions of the account end',
  input: z.strictObject({ secret: linkSecretField, password: passwordField }),
  reply: z.object({ user: idField, email: z.string() }),
})
