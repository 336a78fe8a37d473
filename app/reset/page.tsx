import type { Metadata } from 'next'
import { ProviderTwoFactorPage } from '@/components/auth/provider-two-factor-page'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'
import { SignInLayout } from '@/components/auth/sign-in-layout'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' }

export default async function ResetPasswordPage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <ProviderTwoFactorPage next={null} provider={readSignInMethods().provider} />
  return (
    <SignInLayout>
      <ResetPasswordForm />
    </SignInLayout>
  )
}
