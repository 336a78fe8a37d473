import { ProviderCodeForm } from './provider-code-form'
import { SignInLayout } from './sign-in-layout'

/** Shown on public pages to someone who still has to enter a code: they may do less than an anonymous visitor. */
export function TwoFactorSignIn({
  provider,
  next,
}: {
  provider: string | null
  next: string | null
}) {
  return (
    <SignInLayout>
      <ProviderCodeForm next={next} provider={provider ?? 'Your provider'} />
    </SignInLayout>
  )
}
