import type { Metadata } from 'next'
import { ForgotForm } from '@/components/auth/forgot-form'
import { ProviderTwoFactorPage } from '@/components/auth/provider-two-factor-page'
import { SignInLayout } from '@/components/auth/sign-in-layout'
import { Link } from '@/components/ui/link'
import { isPasswordSignInOff } from '@/lib/auth/server/passwords'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getPageActor } from '@/lib/http/server/page'
import { readMailSettings } from '@/lib/platform/server/env'

export const metadata: Metadata = { title: 'Forgot your password' }

export default async function ForgotPasswordPage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <ProviderTwoFactorPage next={null} provider={readSignInMethods().provider} />
  return (
    <SignInLayout>
      <h1>Forgot your password?</h1>
      {isPasswordSignInOff() ? (
        <p className="text-strong">
          Password sign-in is off on this server. Sign in with the provider.
        </p>
      ) : readMailSettings() ? (
        <ForgotForm />
      ) : (
        <p className="text-strong">
          This server can’t send email. Ask an instance admin for a password link.
        </p>
      )}
      <p>
        <Link href="/sign-in">Sign in</Link>
      </p>
    </SignInLayout>
  )
}
