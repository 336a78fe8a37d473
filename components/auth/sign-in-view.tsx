import { Link } from '@/components/ui/link'
import type { SignInMethods } from '@/lib/auth/sign-in-methods'
import { ProviderSignIn } from './provider-sign-in'
import { SignInForm } from './sign-in-form'
import { SignInLayout } from './sign-in-layout'

/** The page before the door. */
export function SignInView({
  next,
  methods: { provider, hasPasswords },
  refusal,
}: {
  next: string
  methods: SignInMethods
  /** Why the provider's last word opened nothing; null where nothing was tried. */
  refusal: string | null
}) {
  return (
    <SignInLayout>
      {hasPasswords && (
        <>
          <SignInForm next={next} />
          <p>
            <Link href="/forgot">Forgot your password?</Link>
          </p>
        </>
      )}
      {provider !== null && (
        <ProviderSignIn
          provider={provider}
          next={next}
          refusal={refusal}
          isOnlyMethod={!hasPasswords}
        />
      )}
      <p className="text-caption text-ink-3">
        {hasPasswords
          ? 'No account? Ask a project admin for an invite.'
          : 'No account? Ask a project admin for an invite.'}
      </p>
    </SignInLayout>
  )
}
