import type { Metadata } from 'next'
import { CodeDoor } from '@/components/people/code-door'
import { DoorFrame } from '@/components/people/door-frame'
import { InviteDoor } from '@/components/people/invite-door'
import { readSignInWays } from '@/lib/auth/server/sign-in-ways'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Invite', referrer: 'no-referrer' }

export default async function InvitePage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <CodeDoor next={null} provider={readSignInWays().provider} />
  const person = actor.kind === 'person' ? { name: actor.name, email: actor.email } : null
  return (
    <DoorFrame>
      <InviteDoor person={person} hasPasswords={readSignInWays().hasPasswords} />
    </DoorFrame>
  )
}
