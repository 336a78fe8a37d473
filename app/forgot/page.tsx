import type { Metadata } from 'next'
import { CodeDoor } from '@/components/people/code-door'
import { DoorFrame } from '@/components/people/door-frame'
import { ForgotForm } from '@/components/people/forgot-form'
import { Link } from '@/components/ui/link'
import { arePasswordsOff } from '@/lib/auth/server/passwords'
import { readSignInWays } from '@/lib/auth/server/sign-in-ways'
import { getPageActor } from '@/lib/http/server/page'
import { readMailSettings } from '@/lib/platform/server/env'

export const metadata: Metadata = { title: 'Forgot your password' }

export default async function ForgotPage() {
  const actor = await getPageActor()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <CodeDoor next={null} provider={readSignInWays().provider} />
  return (
    <DoorFrame>
      <h1>Forgot your password?</h1>
      {arePasswordsOff() ? (
        <p className="text-strong">Nobody has a password here: the provider says who you are.</p>
      ) : readMailSettings() ? (
        <ForgotForm />
      ) : (
        <p className="text-strong">
          This server sends no mail. Ask whoever runs it: an instance admin makes you a link by
          which you set a new one. Admins of your project know who that is.
        </p>
      )}
      <p>
        <Link href="/sign-in">Sign in</Link>
      </p>
    </DoorFrame>
  )
}
