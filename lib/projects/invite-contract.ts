import { passwordField } from '@/lib/auth/contract'
import { linkSecretField } from '@/lib/auth/reset-contract'
import { defineContract, z } from '@/lib/platform/contract'
import { emailField, filledTextField, idField, projectField } from '@/lib/platform/fields'
import { roles } from './contract'

/** Days that an invite lasts unless told, and at most. */
export const inviteDays = 7
export const inviteDaysMax = 30

export const inviteStates = ['open', 'used', 'revoked', 'expired'] as const

const newInviteFields = {
  /** For this address alone, and mailed to it where the server sends mail. Null: for whoever has the link. */
  email: emailField.nullable().default(null),
  days: z.number().int().min(1).max(inviteDaysMax).default(inviteDays),
}

const newInviteReply = z.object({
  id: idField,
  /** Shown once, kept as a hash. */
  link: z.string(),
  expiresAt: z.iso.datetime(),
  isMailed: z.boolean(),
})

const listReply = z.object({
  /** The newest first, 200 at most: what is open, and what became of those of the last 30 days. */
  invites: z.array(
    z.object({
      id: idField,
      email: z.string().nullable(),
      /** Null: an account, and no project. */
      role: z.enum(roles).nullable(),
      state: z.enum(inviteStates),
      /** What became of its mail; null: none was asked for. */
      mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
      madeBy: z.string(),
      usedBy: z.string().nullable(),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ),
  /** This server mails what has an address. */
  canMail: z.boolean(),
})

const revokeReply = z.object({ revoked: z.literal(true) })

export const createInviteContract = defineContract({
  name: 'createInvite',
  method: 'post',
  path: '/projects/{project}/invites',
  summary: 'Make a link by which somebody joins a project; it is shown once, and used once',
  input: z.strictObject({ project: projectField, role: z.enum(roles), ...newInviteFields }),
  reply: newInviteReply,
})

export const listInvitesContract = defineContract({
  name: 'listInvites',
  method: 'get',
  path: '/projects/{project}/invites',
  summary: 'The invites to a project, without their links',
  input: z.strictObject({ project: projectField }),
  reply: listReply,
})

export const revokeInviteContract = defineContract({
  name: 'revokeInvite',
  method: 'delete',
  path: '/projects/{project}/invites/{invite}',
  summary: 'End an invite to a project',
  input: z.strictObject({ project: projectField, invite: idField }),
  reply: revokeReply,
})

export const createAccountInviteContract = defineContract({
  name: 'createAccountInvite',
  method: 'post',
  path: '/invites',
  summary: 'Make a link by which somebody gets an account, and no project yet',
  input: z.strictObject(newInviteFields),
  reply: newInviteReply,
})

export const listAccountInvitesContract = defineContract({
  name: 'listAccountInvites',
  method: 'get',
  path: '/invites',
  summary: 'The invites to this installation that name no project, without their links',
  input: z.strictObject({}),
  reply: listReply,
})

export const revokeAccountInviteContract = defineContract({
  name: 'revokeAccountInvite',
  method: 'delete',
  path: '/invites/{invite}',
  summary: 'End an invite to this installation',
  input: z.strictObject({ invite: idField }),
  reply: revokeReply,
})

export const readInviteContract = defineContract({
  name: 'readInvite',
  method: 'post',
  path: '/invites/read',
  summary: 'What an invite is to, for whoever has its link',
  input: z.strictObject({ secret: linkSecretField }),
  reply: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('open'),
      /** Null: to this installation. */
      project: z.object({ slug: z.string(), name: z.string() }).nullable(),
      role: z.enum(roles).nullable(),
      madeBy: z.string(),
      email: z.string().nullable(),
      expiresAt: z.iso.datetime(),
    }),
    // Of one that is over, nothing else.
    z.object({ state: z.enum(['used', 'revoked', 'expired']) }),
  ]),
})

export const acceptInviteContract = defineContract({
  name: 'acceptInvite',
  method: 'post',
  path: '/invites/accept',
  summary: 'Join by an invite: as who is signed in, or with a new account',
  input: z.strictObject({
    secret: linkSecretField,
    /** Of the new account; left out by who is signed in. */
    account: z
      .strictObject({
        email: emailField,
        name: filledTextField(120),
        /** Needed where people sign in by password, refused where only a provider says who they are. */
        password: passwordField.optional(),
      })
      .optional(),
  }),
  reply: z.object({
    user: idField,
    invite: idField,
    project: z.string().nullable(),
    projectId: idField.nullable(),
    role: z.enum(roles).nullable(),
    isNewAccount: z.boolean(),
  }),
})
