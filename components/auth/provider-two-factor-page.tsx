import { ProviderTwoFactorForm } from './provider-two-factor-form'
import { SignInLayout } from './sign-in-layout'

/**
 * Replaces public pages after a provider sign-in, until the code is entered: until then, the session may do less than a
 * visitor.
 */
export function ProviderTwoFactorPage({
  provider,
  next,
}: {
  provider: string | null
  next: string | null
}) {
  return (
    <SignInLayout>
      <ProviderTwoFactorForm next={next} provider={provider ?? 'Your provider'} />
    </SignInLayout>
  )
}
