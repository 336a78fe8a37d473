'use client'

import { useState } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome } from '@/components/ui/outcome'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { formatInstant } from '@/lib/platform/format'
import type {
  revokeAccountInviteContract,
  revokeInviteContract,
} from '@/lib/projects/invite-contract'
import { describeInviteMail, describeInviteState } from './describe-invite'
import type { Invite } from './invite'

const revoke = (slug: string | null, invite: string) =>
  slug === null
    ? call<typeof revokeAccountInviteContract>(
        { method: 'delete', path: '/invites/{invite}' },
        { invite },
      )
    : call<typeof revokeInviteContract>(
        { method: 'delete', path: '/projects/{project}/invites/{invite}' },
        { project: slug, invite },
      )

/** Who was invited and what became of it; an open one can be taken back. Nothing where nobody was. */
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
      setFailure(describeError(error))
    }
    onRevoked()
  }

  return (
    <section aria-labelledby="invites" className="pt-12">
      <SectionHead id="invites" title="Invites">
        open ones, and those of the last 30 days
      </SectionHead>
      <Table aria-labelledby="invites">
        <thead>
          <tr>
            <HeadCell>For</HeadCell>
            {slug !== null && <HeadCell>Role</HeadCell>}
            <HeadCell>State</HeadCell>
            <HeadCell className="max-desk:hidden">Made</HeadCell>
            <HeadCell>
              <span className="sr-only">Take back</span>
            </HeadCell>
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
      <Outcome
        className="pt-3"
        outcome={failure === null ? null : { kind: 'wrong', words: failure }}
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
      <Cell className="wrap-anywhere">
        {email ?? <span className="text-ink-3">who has the link</span>}
      </Cell>
      {hasRole && <Cell>{role}</Cell>}
      <Cell className={state === 'open' ? '' : 'text-ink-3'}>
        {describeInviteState(invite)}
        {mail && <span className="block text-caption text-ink-3">{mail}</span>}
      </Cell>
      <Cell className="text-ink-2 max-desk:hidden">
        {formatInstant(createdAt)} by {madeBy}
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        {state === 'open' && (
          <LinkButton
            aria-label={`Take back the invite ${email === null ? `of ${formatInstant(createdAt)}` : `for ${email}`}`}
            onClick={onRevoke}
          >
            Take back
          </LinkButton>
        )}
      </Cell>
    </tr>
  )
}
