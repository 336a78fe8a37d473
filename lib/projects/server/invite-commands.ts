import { command, query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import type { Database, Transaction } from '@/lib/platform/server/database'
import { readMailSettings, readPublicUrl } from '@/lib/platform/server/env'
import {
  createAccountInviteContract,
  createInviteContract,
  listAccountInvitesContract,
  listInvitesContract,
  revokeAccountInviteContract,
  revokeInviteContract,
} from '../invite-contract'
import {
  hasPendingInvite,
  revokeUnusedInvite,
  insertInvite,
  listInviteRows,
  type NewInvite,
  formatInviteLink,
} from './invites.sql'
import { rejectTokenGrantingAdmin, requireNoMember } from './members'

export const createInvite = command(createInviteContract, {
  action: 'invite.change',
  scope: 'project',
  keepsReply: false,
  async run({ actor, db, project }, { role, email, days }) {
    rejectTokenGrantingAdmin(actor, role)
    if (email !== null) await requireNoMember(db, project.id, email)
    const createdById = requirePerson(actor).userId
    return issueInvite(db, { projectId: project.id, role, email, days, createdById })
  },
  audit: ({ role, days }, { id, isMailed }) => ({
    target: `invite:${id}`,
    detail: { role, days, isMailed },
  }),
})

export const createAccountInvite = command(createAccountInviteContract, {
  action: 'account.invite',
  scope: 'instance',
  keepsReply: false,
  run: ({ actor, db }, { email, days }) =>
    issueInvite(db, {
      projectId: null,
      role: null,
      email,
      days,
      createdById: requirePerson(actor).userId,
    }),
  audit: ({ days }, { id, isMailed }) => ({ target: `invite:${id}`, detail: { days, isMailed } }),
})

async function issueInvite(db: Transaction, fields: Omit<NewInvite, 'isMailed'>) {
  const isMailed = fields.email !== null && readMailSettings() !== null
  const origin = readPublicUrl()
  const hasOtherInvite =
    fields.email !== null && (await hasPendingInvite(db, fields.projectId, fields.email))
  const { id, secret, expiresAt } = await insertInvite(db, { ...fields, isMailed })
  if (isMailed) await enqueueJob(db, 'mail', { kind: 'invite', invite: id, origin })
  return {
    id,
    link: formatInviteLink(origin, secret),
    expiresAt: expiresAt.toISOString(),
    isMailed,
    hasOtherInvite,
  }
}

export const listInvites = query(listInvitesContract, {
  action: 'invite.read',
  scope: 'project',
  run: ({ db, project }) => readInviteList(db, project.id),
})

export const listAccountInvites = query(listAccountInvitesContract, {
  action: 'account.invite',
  scope: 'instance',
  run: ({ db }) => readInviteList(db, null),
})

async function readInviteList(db: Database, projectId: string | null) {
  const rows = await listInviteRows(db, projectId)
  return {
    invites: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
    canMail: readMailSettings() !== null,
  }
}

export const revokeInvite = command(revokeInviteContract, {
  action: 'invite.change',
  scope: 'project',
  run: ({ db, project }, { invite: id }) => revokeOrThrow(db, project.id, id),
  audit: ({ invite: id }) => ({ target: `invite:${id}`, detail: { operation: 'revoke' } }),
})

export const revokeAccountInvite = command(revokeAccountInviteContract, {
  action: 'account.invite',
  scope: 'instance',
  run: ({ db }, { invite: id }) => revokeOrThrow(db, null, id),
  audit: ({ invite: id }) => ({ target: `invite:${id}`, detail: { operation: 'revoke' } }),
})

async function revokeOrThrow(db: Transaction, projectId: string | null, id: string) {
  if (!(await revokeUnusedInvite(db, projectId, id)))
    throw new AppError('not_found', 'There is no such pending invite. It may have been used.')
  return { revoked: true as const }
}
