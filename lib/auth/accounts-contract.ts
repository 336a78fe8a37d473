import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField } from '@/lib/platform/fields'

const accountReply = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  isInstanceAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  /** On a page, or by a token of theirs; to the minute. Null: never. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** The addresses of the projects that they are in, with their role. */
  projects: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      role: z.enum(['annotator', 'reviewer', 'admin']),
    }),
  ),
})

export const listAccountsContract = defineContract({
  name: 'listAccounts',
  method: 'get',
  path: '/accounts',
  summary: 'Everybody who has an account here, by name',
  input: z.strictObject({
    /** Go on after this account, as `next` says. */
    after: idField.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  reply: z.object({ accounts: z.array(accountReply), next: idField.nullable() }),
})

/** By POST: an address of somebody's in the call's own address would stand in the logs of proxies. Writes nothing. */
export const findAccountContract = defineContract({
  name: 'findAccount',
  method: 'post',
  path: '/accounts/search',
  summary: 'The account of an e-mail address, if there is one',
  input: z.strictObject({ email: emailField }),
  reply: z.object({ account: accountReply.nullable() }),
})

export const disableAccountContract = defineContract({
  name: 'disableAccount',
  method: 'post',
  path: '/accounts/{account}/disable',
  summary: 'Let an account in no more; its sessions and tokens end, what it holds goes back',
  input: z.strictObject({ account: idField }),
  reply: z.object({ disabled: z.literal(true) }),
})

export const enableAccountContract = defineContract({
  name: 'enableAccount',
  method: 'post',
  path: '/accounts/{account}/enable',
  summary: 'Let a disabled account in again',
  input: z.strictObject({ account: idField }),
  reply: z.object({ disabled: z.literal(false) }),
})

export const changeInstanceAdminContract = defineContract({
  name: 'changeInstanceAdmin',
  method: 'put',
  path: '/accounts/{account}/instance-admin',
  summary: 'Make somebody an instance admin, or one no more',
  input: z.strictObject({ account: idField, isInstanceAdmin: z.boolean() }),
  reply: z.object({ isInstanceAdmin: z.boolean() }),
})

export const createResetLinkContract = defineContract({
  name: 'createResetLink',
  method: 'post',
  path: '/accounts/{account}/reset-link',
  summary: 'Make a link by which somebody sets a new password; it is shown once',
  input: z.strictObject({ account: idField }),
  reply: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
})

// For the server's own host, by the command line. It has no address on the network.

export const createResetLinkForContract = defineContract({
  name: 'createResetLinkFor',
  method: 'post',
  path: '/host/reset-links',
  summary: 'Make a link by which somebody sets a new password whom nobody else can let in',
  input: z.strictObject({ user: emailField }),
  reply: z.object({ user: idField, link: z.string(), expiresAt: z.iso.datetime() }),
})
