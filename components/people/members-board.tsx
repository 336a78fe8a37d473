'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SectionHead } from '@/components/ui/section-head'
import { AddMemberForm } from './add-member-form'
import type { Member } from './member'
import { MembersTable } from './members-table'

/** The people of a project, and for admins the form that adds one beside them. */
export function MembersBoard({
  slug,
  members,
  ownId,
  canAdd,
}: {
  slug: string
  members: readonly Member[]
  ownId: string
  canAdd: boolean
}) {
  const router = useRouter()
  const [changing, setChanging] = useState<Member | null>(null)
  if (!canAdd)
    return (
      <section aria-labelledby="members">
        <SectionHead id="members" title="Members" />
        <MembersTable members={members} ownId={ownId} />
      </section>
    )
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <section aria-labelledby="members" className="col-span-12 wide:col-span-8">
        <SectionHead id="members" title="Members" />
        <MembersTable members={members} ownId={ownId} onChangeRole={setChanging} />
      </section>
      <section aria-labelledby="add-person" className="col-span-12 max-w-form wide:col-span-4">
        <SectionHead
          id="add-person"
          title={changing ? `Change the role of ${changing.name}` : 'Add a person'}
        />
        <div className="border-t border-ink pt-3">
          <AddMemberForm
            key={changing?.user ?? 'new'}
            slug={slug}
            changing={changing}
            onAdded={() => router.refresh()}
            onLeave={() => setChanging(null)}
          />
        </div>
      </section>
    </div>
  )
}
