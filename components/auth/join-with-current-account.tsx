import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
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
  const { isBusy, outcome, runAction } = useAction()
  const isOther = invited !== null && invited !== person.email

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
