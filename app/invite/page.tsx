import type { Metadata } from 'next'
import { CodeSignIn } from '@/components/people/code-sign-in'
import { SignInLayout } from '@/components/people/sign-in-layout'
import { AcceptInvite } from '@/components/people/accept-invite'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Invite', referrer: 'no-referrer' }

export default async function InvitePage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <CodeSignIn next={null} provider={readSignInMethods().provider} />
  const person = actor.kind === 'person' ? { name: actor.name, email: actor.email } : null
  return (
    <SignInLayout>
      <AcceptInvite person={person} hasPasswords={readSignInMethods().hasPasswords} />
    </SignInLayout>
  )
}
