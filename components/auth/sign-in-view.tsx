import { Link } from '@/components/ui/link'
import type { SignInMethods } from '@/lib/auth/sign-in-methods'
import { ProviderSignIn } from './provider-sign-in'
import { SignInForm } from './sign-in-form'
import { SignInLayout } from './sign-in-layout'

/** The sign-in page: password sign-in, sign-in with the provider, or both. */
export function SignInView({
  next,
  methods: { provider, hasPasswords },
  failure,
}: {
  next: string
  methods: SignInMethods
  /** Why the last sign-in with the provider failed, from the URL. */
  failure: string | null
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
          failure={failure}
          isOnlyMethod={!hasPasswords}
        />
      )}
      <p className="text-caption text-ink-3">No account? Ask a project admin for an invite.</p>
    </SignInLayout>
  )
}
