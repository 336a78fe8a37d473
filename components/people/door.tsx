import Link from 'next/link'
import { DoorFrame } from './door-frame'
import { SignInForm } from './sign-in-form'

/** The page before the door. */
export function Door({ next }: { next: string }) {
  return (
    <DoorFrame>
      <SignInForm next={next} />
      <p>
        <Link href="/forgot">Forgot your password?</Link>
      </p>
      <p className="text-caption text-ink-3">
        Accounts are by invitation: an admin sends you a link, and you choose your password.
      </p>
    </DoorFrame>
  )
}
