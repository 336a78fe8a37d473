import { passwordField } from '@/lib/auth/contract'
import { linkSecretField } from '@/lib/auth/reset-contract'
import { defineContract, z } from '@/lib/platform/contract'
import { emailField, idField, nameField, projectSlugField } from '@/lib/platform/fields'
import { memberRoles } from './contract'

/** Default and maximum lifetime of an invite, in days. */
export const defaultInviteDays = 7
export const maxInviteDays = 30

export const inviteStates = ['pending', 'used', 'revoked', 'expired'] as const

const newInviteFields = {
  /** Only this address can join, and is emailed the link if email is set up. Null: anyone with the link. */
  email: emailField.nullable().default(null),
  days: z.number().int().min(1).max(maxInviteDays).default(defaultInviteDays),
}

const newInviteReply = z.object({
  id: idField,
  /** Shown once. */
  link: z.string(),
  expiresAt: z.iso.datetime(),
  isMailed: z.boolean(),
  hasOtherInvite: z
    .boolean()
    .describe('Whether an earlier invite for this address is still pending'),
})

const listReply = z.object({
  /** Newest first, at most 200: pending invites and those of the last 30 days. */
  invites: z.array(
    z.object({
      id: idField,
      email: z.string().nullable(),
      /** Null for an invite to the server. */
      role: z.enum(memberRoles).nullable(),
      state: z.enum(inviteStates),
      /** State of its email; null if none was sent. */
      mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
      createdBy: z.string(),
      usedBy: z.string().nullable(),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ),
  /** Whether email is set up on this server. */
  canMail: z.boolean(),
})

const revokeReply = z.object({ revoked: z.literal(true) })

export const createInviteContract = defineContract({
  name: 'createInvite',
  method: 'post',
  path: '/projects/{project}/invites',
  summary: 'Create an invite to a project; the link is shown once and works once',
  input: z.strictObject({
    project: projectSlugField,
    role: z.enum(memberRoles),
    ...newInviteFields,
  }),
  reply: newInviteReply,
})

export const listInvitesContract = defineContract({
  name: 'listInvites',
  method: 'get',
  path: '/projects/{project}/invites',
  summary: 'List invites to a project',
  input: z.strictObject({ project: projectSlugField }),
  reply: listReply,
})

export const revokeInviteContract = defineContract({
  name: 'revokeInvite',
  method: 'delete',
  path: '/projects/{project}/invites/{invite}',
  summary: 'Revoke an invite to a project',
  input: z.strictObject({ project: projectSlugField, invite: idField }),
  reply: revokeReply,
})

export const createAccountInviteContract = defineContract({
  name: 'createAccountInvite',
  method: 'post',
  path: '/invites',
  summary: 'Create an invite to the server',
  input: z.strictObject(newInviteFields),
  reply: newInviteReply,
})

export const listAccountInvitesContract = defineContract({
  name: 'listAccountInvites',
  method: 'get',
  path: '/invites',
  summary: 'List invites to the server',
  input: z.strictObject({}),
  reply: listReply,
})

export const revokeAccountInviteContract = defineContract({
  name: 'revokeAccountInvite',
  method: 'delete',
  path: '/invites/{invite}',
  summary: 'Revoke an invite to the server',
  input: z.strictObject({ invite: idField }),
  reply: revokeReply,
})

export const readInviteContract = defineContract({
  name: 'readInvite',
  method: 'post',
  path: '/invites/read',
  summary: 'Read an invite by its secret',
  input: z.strictObject({ secret: linkSecretField }),
  reply: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('pending'),
      /** Null for an invite to the server. */
      project: z.object({ slug: z.string(), name: z.string() }).nullable(),
      role: z.enum(memberRoles).nullable(),
      createdBy: z.string(),
      email: z.string().nullable(),
      expiresAt: z.iso.datetime(),
    }),
    // Nothing else is revealed about an invite that is not pending.
    z.object({ state: z.enum(['used', 'revoked', 'expired']) }),
  ]),
})

export const acceptInviteContract = defineContract({
  name: 'acceptInvite',
  method: 'post',
  path: '/invites/accept',
  summary: 'Accept an invite, signed in or with a new account',
  input: z.strictObject({
    secret: linkSecretField,
    /** The new account; omit when signed in. */
    account: z
      .strictObject({
        email: emailField,
        name: nameField(120),
        /** Required where password sign-in is on, rejected where it is off. */
        password: passwordField.optional(),
      })
      .optional(),
  }),
  reply: z.object({
    user: idField,
    invite: idField,
    project: z.string().nullable(),
    projectId: idField.nullable(),
    role: z.enum(memberRoles).nullable(),
    isNewAccount: z.boolean(),
  }),
})
