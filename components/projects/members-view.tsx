'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SectionHeader } from '@/components/ui/section-header'
import type { InvitesReply } from './invite'
import { InviteForm } from './invite-form'
import { InvitesTable } from './invites-table'
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
  const [changing, setChanging] = useState<Member | null>(null)
  if (invites === null)
    return (
      <section aria-labelledby="members">
        <SectionHeader id="members" title="Members" />
        <MembersTable members={members} ownId={ownId} />
      </section>
    )
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <div className="col-span-12 wide:col-span-8">
        <section aria-labelledby="members">
          <SectionHeader id="members" title="Members" />
          <MembersTable members={members} ownId={ownId} onChange={setChanging} />
        </section>
        <InvitesTable slug={slug} invites={invites.invites} onRevoked={() => router.refresh()} />
      </div>
      <section aria-labelledby="let-in" className="col-span-12 max-w-form wide:col-span-4">
        <SectionHeader id="let-in" title={changing ? changing.name : 'Invite a person'} />
        <div className="border-t border-ink pt-3">
          {changing ? (
            <MemberActionsPanel
              key={changing.user}
              slug={slug}
              member={changing}
              onChanged={() => router.refresh()}
              onLeave={() => setChanging(null)}
            />
          ) : (
            <InviteForm slug={slug} canMail={invites.canMail} onInvited={() => router.refresh()} />
          )}
        </div>
      </section>
    </div>
  )
}
