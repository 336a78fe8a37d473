import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField, nameField, textField } from '@/lib/platform/fields'
import { passwordMaxLength, passwordMinLength } from './password-length'

/** Checks only the length, not which characters it contains (ASVS 6.2). */
export const passwordField = textField(passwordMaxLength).min(passwordMinLength)

export const accountReply = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  isInstanceAdmin: z.boolean(),
})

export const getAccountContract = defineContract({
  name: 'getAccount',
  method: 'get',
  path: '/account',
  summary: 'Get your account',
  input: z.strictObject({}),
  reply: accountReply,
})

const tokenFields = {
  name: nameField(80),
  scope: z.enum(['read', 'write']),
  /** Days until it expires; null: never. */
  days: z.number().int().min(1).max(3_650).nullable().default(90),
}

const newTokenReply = z.object({
  id: idField,
  /** Shown once, stored as a hash. */
  secret: z.string(),
  expiresAt: z.iso.datetime().nullable(),
})

export const createTokenContract = defineContract({
  name: 'createToken',
  method: 'post',
  path: '/tokens',
  summary: 'Create a token. Its secret is shown once.',
  input: z.strictObject(tokenFields),
  reply: newTokenReply,
})

export const listTokensContract = defineContract({
  name: 'listTokens',
  method: 'get',
  path: '/tokens',
  summary: 'List your tokens',
  input: z.strictObject({}),
  reply: z.object({
    tokens: z.array(
      z.object({
        id: idField,
        name: z.string(),
        prefix: z.string(),
        scope: z.enum(['read', 'write']),
        expiresAt: z.iso.datetime().nullable(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
})

export const revokeTokenContract = defineContract({
  name: 'revokeToken',
  method: 'delete',
  path: '/tokens/{token}',
  summary: 'Revoke a token',
  input: z.strictObject({ token: idField }),
  reply: z.object({ revoked: z.literal(true) }),
})

// Only for the CLI on the server's host; not part of the REST API.

export const createAdminContract = defineContract({
  name: 'createAdmin',
  method: 'post',
  path: '/host/admins',
  summary: 'Create an instance admin',
  input: z.strictObject({
    email: emailField,
    name: nameField(120),
    password: passwordField,
    /** Whether the password was generated and printed. */
    isFirstPassword: z.boolean().optional(),
  }),
  reply: z.object({ id: idField }),
})

export const createTokenForUserContract = defineContract({
  name: 'createTokenForUser',
  method: 'post',
  path: '/host/tokens',
  summary: 'Create a token for an account',
  input: z.strictObject({ user: emailField, ...tokenFields }),
  reply: newTokenReply.extend({ user: idField }),
})
