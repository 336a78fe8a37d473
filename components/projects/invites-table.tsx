'use client'

import { useAction } from '@/components/shell/use-action'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { makeActionColumn } from '@/components/ui/table-columns'
import { TableSection } from '@/components/ui/table-section'
import { callApi } from '@/lib/client/call-api'
import { formatInstant } from '@/lib/platform/format'
import { describeInviteMailState, describeInviteState, formatInviteName } from './describe-invite'
import type { Invite } from './invite'

const deleteInvite = (slug: string | null, invite: string) =>
  slug === null
    ? callApi('delete /invites/{invite}', { invite })
    : callApi('delete /projects/{project}/invites/{invite}', { project: slug, invite })

/** Invites with their state. Pending ones can be revoked. Renders nothing if there are none. */
export function InvitesTable({
  slug,
  invites,
  onRevoked,
}: {
  slug: string | null
  invites: readonly Invite[]
  onRevoked: () => void
}) {
  const { outcome, runAction } = useAction(onRevoked)
  if (invites.length === 0) return null

  const revoke = ({ id }: Invite) =>
    runAction(() => deleteInvite(slug, id).then(() => null), { refreshesAfterErrors: true })

  return (
    <TableSection
      id="invites"
      title="Invites"
      note="pending, and others from the last 30 days"
      sectionClassName="pt-12"
      rows={invites}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'For',
          className: 'min-w-36 wrap-anywhere',
          sortValue: ({ email }) => email,
          render: ({ email, role }) => (
            <>
              {email ?? <span className="text-ink-3">anyone with the link</span>}
              {slug !== null && (
                <span className="block text-caption text-ink-3 desk:hidden">{role}</span>
              )}
            </>
          ),
        },
        slug !== null && { header: 'Role', minScreen: 'desk', render: ({ role }) => role },
        {
          header: 'Status',
          sortValue: describeInviteState,
          cellClassName: ({ state }) => (state === 'pending' ? '' : 'text-ink-3'),
          render: describeInviteState,
          renderCaption: describeInviteMailState,
        },
        {
          header: 'Created',
          minScreen: 'desk',
          cellClassName: 'text-ink-2',
          sortValue: ({ createdAt }) => createdAt,
          render: ({ createdAt, createdBy }) => `${formatInstant(createdAt)} by ${createdBy}`,
        },
        makeActionColumn<Invite>(
          'Revoke',
          (invite) => invite.state === 'pending' && `Revoke the invite ${formatInviteName(invite)}`,
          (invite) => void revoke(invite),
        ),
      ]}
    >
      <OutcomeNotice className="pt-3" outcome={outcome} />
    </TableSection>
  )
}
