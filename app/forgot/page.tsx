import type { Metadata } from 'next'
import Link from 'next/link'
import { DoorFrame } from '@/components/people/door-frame'
import { ForgotForm } from '@/components/people/forgot-form'
import { arePasswordsOff } from '@/lib/auth/server/passwords'
import { readMailSettings } from '@/lib/platform/server/env'

export const metadata: Metadata = { title: 'Forgot your password' }

export default function ForgotPage() {
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
