'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { signInWithProvider } from '@/lib/client/session'

/** The way in by a provider. `refusal`: why the last try came to nothing, as the address says it. */
export function ProviderDoor({
  provider,
  next,
  refusal,
  isOnlyWay,
}: {
  provider: string
  next: string
  refusal: string | null
  isOnlyWay: boolean
}) {
  const [outcome, setOutcome] = useState<OutcomeWords | null>(
    refusal === null ? null : { kind: 'wrong', words: describeProviderRefusal(refusal, provider) },
  )
  const [isBusy, setBusy] = useState(false)

  async function leave() {
    if (isBusy) return
    setBusy(true)
    setOutcome(null)
    const left = await signInWithProvider(next)
    // Where it left, the page is on its way out.
    if (left.ok) return
    setBusy(false)
    setOutcome({
      kind: 'wrong',
      words: 'The server cannot be reached. Check the connection and try again.',
    })
  }

  return (
    <div className="grid w-full gap-4">
      {isOnlyWay && <h1 className="pb-2">Sign in</h1>}
      <Outcome outcome={outcome} />
      <Button
        tone={isOnlyWay ? 'primary' : 'plain'}
        aria-disabled={isBusy}
        className="h-9 w-full"
        onClick={() => void leave()}
      >
        {`Go on with ${provider}`}
      </Button>
    </div>
  )
}

function describeProviderRefusal(refusal: string, provider: string): string {
  switch (refusal) {
    case 'unknown':
      return `There is no account here for your address at ${provider}. Accounts are by invitation: ask an admin of your project.`
    case 'unverified':
      return `${provider} does not say that your address is verified, so it opens no account here. Verify it there, then try again.`
    case 'other_identity':
      return `The account with your address belongs to somebody else at ${provider}. Ask whoever runs this server.`
    case 'too_late':
      return `It took longer than ten minutes after ${provider} had said who you are. Nothing was changed: begin anew.`
    default:
      return `Signing in with ${provider} did not come to an end. Nothing was changed; try again, and if it comes back, tell whoever runs this server.`
  }
}
