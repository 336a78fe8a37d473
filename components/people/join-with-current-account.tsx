import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { signOut } from '@/lib/client/session'

/** Joins with the current account. `invited`: the only address that the invite is for. */
export function JoinWithCurrentAccount({
  person,
  invited,
  onJoin,
}: {
  person: { name: string; email: string }
  invited: string | null
  onJoin: () => Promise<void>
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOther = invited !== null && invited !== person.email

  async function perform(what: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await what()
    } catch (error) {
      setFailure(describeCallError(error))
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-4">
      <p>
        You are signed in as <b>{person.name}</b>, {person.email}.
        {isOther && ` This invite is for ${invited}.`}
      </p>
      {!isOther && (
        <Button
          tone="primary"
          aria-disabled={isBusy}
          className="h-9"
          onClick={() => void perform(onJoin)}
        >
          Join as {person.name}
        </Button>
      )}
      <p>
        Not you? <LinkButton onClick={() => void perform(signOut)}>Sign out</LinkButton>, then open
        the link again.
      </p>
      <OutcomeNotice outcome={failure ? { kind: 'error', message: failure } : null} />
    </div>
  )
}
