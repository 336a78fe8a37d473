'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SectionHeader } from '@/components/ui/section-header'
import type { InvitesReply } from './invite'
import { InviteForm } from './invite-form'
import { InvitesTable } from './invites-table'
import { ListWithFormLayout } from './list-with-form-layout'
import type { Member } from './member'
import { MemberActionsPanel } from './member-actions-panel'
import { MembersTable } from './members-table'

/** The members of a project. Admins also see its invites, and the forms to invite someone or change a member. */
export function MembersView({
  slug,
  members,
  ownId,
  invites,
}: {
  slug: string
  members: readonly Member[]
  ownId: string
  /** Null if the user can't invite. */
  invites: InvitesReply | null
}) {
  const router = useRouter()
  const [selectedMember, setSelectedMember] = useState<Member | null>(null)
  const refresh = () => router.refresh()
  const table = (
    <section aria-labelledby="members">
      <SectionHeader id="members" title="Members" />
      <MembersTable
        members={members}
        ownId={ownId}
        onChange={invites ? setSelectedMember : undefined}
      />
    </section>
  )
  if (invites === null) return table
  return (
    <ListWithFormLayout
      selectedName={selectedMember?.name}
      inviteTitle="Invite a person"
      form={
        selectedMember ? (
          <MemberActionsPanel
            key={selectedMember.user}
            slug={slug}
            member={selectedMember}
            onChanged={refresh}
            onClose={() => setSelectedMember(null)}
          />
        ) : (
          <InviteForm slug={slug} canMail={invites.canMail} onInvited={refresh} />
        )
      }
    >
      {table}
      <InvitesTable slug={slug} invites={invites.invites} onRevoked={refresh} />
    </ListWithFormLayout>
  )
}
