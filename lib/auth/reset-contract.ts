import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField } from '@/lib/platform/fields'
import { passwordField } from './contract'

/** The part of a link after `#`. */
export const linkSecretField = z.string().regex(/^[\w-]{43}$/, 'is not a valid link secret')

/** States of a password link. `used` includes links that ended without use, for example when the password was changed. */
export const resetLinkStates = ['pending', 'used', 'expired'] as const

export const requestResetContract = defineContract({
  name: 'requestReset',
  method: 'post',
  path: '/password-resets',
  summary: 'Email a password link if the address has an account; the reply is the same if not',
  input: z.strictObject({ email: emailField }),
  reply: z.object({ requested: z.literal(true) }),
})

export const readResetContract = defineContract({
  name: 'readReset',
  method: 'post',
  path: '/password-resets/read',
  summary: 'Read the state of a password link',
  input: z.strictObject({ secret: linkSecretField }),
  reply: z.object({
    state: z.enum(resetLinkStates),
    /** Email address of the account; null if the link is not pending. */
    email: z.string().nullable(),
  }),
})

export const resetPasswordContract = defineContract({
  name: 'resetPassword',
  method: 'post',
  path: '/password-resets/use',
  summary: 'Set a new password with a link and end all sessions of the account',
  input: z.strictObject({ secret: linkSecretField, password: passwordField }),
  reply: z.object({ user: idField, email: z.string() }),
})
