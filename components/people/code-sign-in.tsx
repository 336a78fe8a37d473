import { CodeForm } from './code-form'
import { SignInLayout } from './sign-in-layout'

/** What pages that strangers may open show to who is half signed in: they may do less than a stranger. */
export function CodeSignIn({ provider, next }: { provider: string | null; next: string | null }) {
  return (
    <SignInLayout>
      <CodeForm next={next} provider={provider ?? 'Your provider'} />
    </SignInLayout>
  )
}
