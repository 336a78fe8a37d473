import type { Metadata } from 'next'
import { CodeSignIn } from '@/components/people/code-sign-in'
import { SignInLayout } from '@/components/people/sign-in-layout'
import { ResetPassword } from '@/components/people/reset-password'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' }

export default async function ResetPasswordPage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <CodeSignIn next={null} provider={readSignInMethods().provider} />
  return (
    <SignInLayout>
      <ResetPassword />
    </SignInLayout>
  )
}
