import type { Metadata } from 'next'
import { DoorFrame } from '@/components/people/door-frame'
import { InviteDoor } from '@/components/people/invite-door'
import { readSignInWays } from '@/lib/auth/server/sign-in-ways'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Invite', referrer: 'no-referrer' }

export default async function InvitePage() {
  const actor = await getPageActor()
  const person = actor.kind === 'person' ? { name: actor.name, email: actor.email } : null
  return (
    <DoorFrame>
      <InviteDoor person={person} hasPasswords={readSignInWays().hasPasswords} />
    </DoorFrame>
  )
}
