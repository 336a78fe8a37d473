'use client'

import { useState } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { formatInstant } from '@/lib/platform/format'
import type {
  revokeAccountInviteContract,
  revokeInviteContract,
} from '@/lib/projects/invite-contract'
import { describeInviteMail, describeInviteState } from './describe-invite'
import type { Invite } from './invite'

const revoke = (slug: string | null, invite: string) =>
  slug === null
    ? callApi<typeof revokeAccountInviteContract>(
        { method: 'delete', path: '/invites/{invite}' },
        { invite },
      )
    : callApi<typeof revokeInviteContract>(
        { method: 'delete', path: '/projects/{project}/invites/{invite}' },
        { project: slug, invite },
      )

/** All invites with their state. Open ones can be revoked. Renders nothing if there are none. */
export function InvitesTable({
  slug,
  invites,
  onRevoked,
}: {
  slug: string | null
  invites: readonly Invite[]
  onRevoked: () => void
}) {
  const [failure, setFailure] = useState<string | null>(null)
  if (invites.length === 0) return null

  async function takeBack({ id }: Invite) {
    setFailure(null)
    try {
      await revoke(slug, id)
    } catch (error) {
      setFailure(describeCallError(error))
    }
    onRevoked()
  }

  return (
    <section aria-labelledby="invites" className="pt-12">
      <SectionHeader id="invites" title="Invites">
        open, and from the last 30 days
      </SectionHeader>
      <Table aria-labelledby="invites">
        <thead>
          <tr>
            <TableHeaderCell>For</TableHeaderCell>
            {slug !== null && <TableHeaderCell>Role</TableHeaderCell>}
            <TableHeaderCell>Status</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">Created</TableHeaderCell>
            <TableHeaderCell>
              <span className="sr-only">Revoke</span>
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {invites.map((invite) => (
            <InviteRow
              key={invite.id}
              {...{ invite, hasRole: slug !== null }}
              onRevoke={() => void takeBack(invite)}
            />
          ))}
        </tbody>
      </Table>
      <OutcomeNotice
        className="pt-3"
        outcome={failure === null ? null : { kind: 'error', message: failure }}
      />
    </section>
  )
}

function InviteRow({
  invite,
  hasRole,
  onRevoke,
}: {
  invite: Invite
  hasRole: boolean
  onRevoke: () => void
}) {
  const { email, role, state, madeBy, createdAt } = invite
  const mail = describeInviteMail(invite)
  return (
    <tr>
      <TableCell className="wrap-anywhere">
        {email ?? <span className="text-ink-3">anyone with the link</span>}
      </TableCell>
      {hasRole && <TableCell>{role}</TableCell>}
      <TableCell className={state === 'open' ? '' : 'text-ink-3'}>
        {describeInviteState(invite)}
        {mail && <span className="block text-caption text-ink-3">{mail}</span>}
      </TableCell>
      <TableCell className="text-ink-2 max-desk:hidden">
        {formatInstant(createdAt)} by {madeBy}
      </TableCell>
      <TableCell className="text-right whitespace-nowrap">
        {state === 'open' && (
          <LinkButton
            aria-label={`Revoke the invite ${email === null ? `of ${formatInstant(createdAt)}` : `for ${email}`}`}
            onClick={onRevoke}
          >
            Revoke
          </LinkButton>
        )}
      </TableCell>
    </tr>
  )
}
