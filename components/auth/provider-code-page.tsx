import { ProviderCodeForm } from './provider-code-form'
import { SignInLayout } from './sign-in-layout'

/** Replaces public pages until a signed-in person enters their code: before that, they may do less than a visitor. */
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
