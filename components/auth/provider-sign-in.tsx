'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { signInWithProvider } from '@/lib/client/sign-in'
import { describeSignInFailure } from './describe-sign-in-failure'

/** Sign-in with an identity provider. `failure`: why the last attempt failed, from the URL. */
export function ProviderSignIn({
  provider,
  next,
  failure,
  isOnlyMethod,
}: {
  provider: string
  next: string
  failure: string | null
  isOnlyMethod: boolean
}) {
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(
    failure === null
      ? null
      : { kind: 'error', message: describeProviderFailure(failure, provider) },
  )
  const [isBusy, setBusy] = useState(false)

  async function signIn() {
    if (isBusy) return
    setBusy(true)
    setOutcome(null)
    const redirect = await signInWithProvider(next)
    // After a redirect, the page is about to be left.
    if (redirect.ok) return
    setBusy(false)
    setOutcome({ kind: 'error', message: describeSignInFailure(redirect) })
  }

  return (
    <div className="grid w-full gap-4">
      {isOnlyMethod && <h1 className="pb-2">Sign in</h1>}
      <OutcomeNotice outcome={outcome} />
      <Button
        tone={isOnlyMethod ? 'primary' : 'plain'}
        aria-disabled={isBusy}
        className="h-9 w-full"
        onClick={() => void signIn()}
      >
        {`Continue with ${provider}`}
      </Button>
    </div>
  )
}

function describeProviderFailure(failure: string, provider: string): string {
  switch (failure) {
    case 'no_account':
      return `Your ${provider} address has no account here. Ask a project admin for an invite.`
    case 'email_unverified':
      return `Your address is not verified at ${provider}. Verify it there, then try again.`
    case 'identity_mismatch':
      return `This account is linked to a different ${provider} identity. Ask the operator of this server.`
    case 'code_timeout':
      return `Sign-in with ${provider} took longer than 10 minutes. Try again.`
    default:
      return `Sign-in with ${provider} failed. Try again, or ask the operator of this server if it keeps failing.`
  }
}
