import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField } from '@/lib/platform/fields'

const accountReply = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  isInstanceAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  /** Last use of a session or token, to the minute; null for never. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Their projects and roles. */
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
  summary: 'List accounts by name',
  input: z.strictObject({
    /** The `next` of the previous page. */
    after: idField.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  reply: z.object({ accounts: z.array(accountReply), next: idField.nullable() }),
  problems: ['not_found'],
})

/** POST keeps the email address out of proxy logs. Writes nothing. */
export const findAccountContract = defineContract({
  name: 'findAccount',
  method: 'post',
  path: '/accounts/search',
  summary: 'Find an account by email address',
  input: z.strictObject({ email: emailField }),
  reply: z.object({ account: accountReply.nullable() }),
})

export const disableAccountContract = defineContract({
  name: 'disableAccount',
  method: 'post',
  path: '/accounts/{account}/disable',
  summary: 'Disable an account, end its sessions and tokens, and release its leases',
  input: z.strictObject({ account: idField }),
  reply: z.object({ disabled: z.literal(true) }),
})

export const enableAccountContract = defineContract({
  name: 'enableAccount',
  method: 'post',
  path: '/accounts/{account}/enable',
  summary: 'Enable a disabled account',
  input: z.strictObject({ account: idField }),
  reply: z.object({ disabled: z.literal(false) }),
})

export const changeInstanceAdminContract = defineContract({
  name: 'changeInstanceAdmin',
  method: 'put',
  path: '/accounts/{account}/instance-admin',
  summary: 'Make someone an instance admin, or remove the role',
  input: z.strictObject({ account: idField, isInstanceAdmin: z.boolean() }),
  reply: z.object({ isInstanceAdmin: z.boolean() }),
})

export const createResetLinkContract = defineContract({
  name: 'createResetLink',
  method: 'post',
  path: '/accounts/{account}/reset-link',
  summary: 'Create a password link, which is shown once',
  input: z.strictObject({ account: idField }),
  reply: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
})

// Only for the host's command line, not served over the network.

export const createResetLinkForUserContract = defineContract({
  name: 'createResetLinkForUser',
  method: 'post',
  path: '/host/reset-links',
  summary: 'Create a password link from the host',
  input: z.strictObject({ user: emailField }),
  reply: z.object({ user: idField, link: z.string(), expiresAt: z.iso.datetime() }),
})
