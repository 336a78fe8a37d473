import type { Metadata } from 'next'
import { CodeDoor } from '@/components/people/code-door'
import { DoorFrame } from '@/components/people/door-frame'
import { ResetDoor } from '@/components/people/reset-door'
import { readSignInWays } from '@/lib/auth/server/sign-in-ways'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'A new password', referrer: 'no-referrer' }

export default async function ResetPage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <CodeDoor next={null} provider={readSignInWays().provider} />
  return (
    <DoorFrame>
      <ResetDoor />
    </DoorFrame>
  )
}
