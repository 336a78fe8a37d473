import { ProviderCodeForm } from './provider-code-form'
import { SignInLayout } from './sign-in-layout'

/**
 * Replaces public pages after a provider sign-in, until the code is entered: a pending session can't do even what a visitor
 * can.
 */
export function ProviderCodePage({
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
