import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { signOut } from '@/lib/client/sign-out'

/** Joins with the current account. `invitedEmail`: the only address that the invite is for. */
export function JoinWithCurrentAccount({
  person,
  invitedEmail,
  onJoin,
}: {
  person: { name: string; email: string }
  invitedEmail: string | null
  onJoin: () => Promise<void>
}) {
  const { isBusy, outcome, runAction } = useAction()
  const isForSomeoneElse = invitedEmail !== null && invitedEmail !== person.email

  return (
    <div className="grid gap-4">
      <p>
        You are signed in as <b>{person.name}</b>, {person.email}.
        {isForSomeoneElse && ` This invite is for ${invitedEmail}.`}
      </p>
      {!isForSomeoneElse && (
        <Button
          tone="primary"
          aria-disabled={isBusy}
          className="h-9"
          onClick={() => void runAction(onJoin, { isFinal: true })}
        >
          Join as {person.name}
        </Button>
      )}
      <p>
        Not you?{' '}
        <LinkButton onClick={() => void runAction(signOut, { isFinal: true })}>Sign out</LinkButton>
        , then open the link again.
      </p>
      <OutcomeNotice outcome={outcome} />
    </div>
  )
}
