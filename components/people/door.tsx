import { Link } from '@/components/ui/link'
import type { SignInWays } from '@/lib/auth/sign-in-ways'
import { DoorFrame } from './door-frame'
import { ProviderDoor } from './provider-door'
import { SignInForm } from './sign-in-form'

/** The page before the door. */
export function Door({
  next,
  ways: { provider, hasPasswords },
  refusal,
}: {
  next: string
  ways: SignInWays
  /** Why the provider's last word opened nothing; null where nothing was tried. */
  refusal: string | null
}) {
  return (
    <DoorFrame>
      {hasPasswords && (
        <>
          <SignInForm next={next} />
          <p>
            <Link href="/forgot">Forgot your password?</Link>
          </p>
        </>
      )}
      {provider !== null && (
        <ProviderDoor {...{ provider, next, refusal }} isOnlyWay={!hasPasswords} />
      )}
      <p className="text-caption text-ink-3">
        {hasPasswords
          ? 'Accounts are by invitation: an admin sends you a link, and you choose your password.'
          : 'Accounts are by invitation: an admin sends you a link, and the provider says who you are.'}
      </p>
    </DoorFrame>
  )
}
