import type { Metadata } from 'next'
import { AcceptInviteForm } from '@/components/auth/accept-invite-form'
import { ProviderTwoFactorPage } from '@/components/auth/provider-two-factor-page'
import { SignInLayout } from '@/components/auth/sign-in-layout'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Invite', referrer: 'no-referrer' }

export default async function InvitePage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <ProviderTwoFactorPage next={null} provider={readSignInMethods().provider} />
  const person = actor.kind === 'person' ? { name: actor.name, email: actor.email } : null
  return (
    <SignInLayout>
      <AcceptInviteForm person={person} hasPasswords={readSignInMethods().hasPasswords} />
    </SignInLayout>
  )
}
