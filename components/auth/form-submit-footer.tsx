import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeSignInFailure, type FailedSignIn } from './describe-sign-in-failure'

/** The end of a form on the sign-in, invite and password pages: the result and the submit button. */
export function FormSubmitFooter({
  outcome,
  isBusy,
  children,
}: {
  outcome: OutcomeMessage | null
  isBusy: boolean
  /** Label of the button. */
  children: ReactNode
}) {
  return (
    <div>
      <OutcomeNotice className="pb-4" outcome={outcome} />
      <Button type="submit" tone="primary" keyCap="⏎" aria-disabled={isBusy} className="h-9 w-full">
        {children}
      </Button>
    </div>
  )
}

/** The end of a form that signs in. */
export function SignInSubmitFooter({
  failure,
  isBusy,
}: {
  failure: FailedSignIn | null
  isBusy: boolean
}) {
  return (
    <FormSubmitFooter
      outcome={failure && { kind: 'error', message: describeSignInFailure(failure) }}
      isBusy={isBusy}
    >
      {isBusy ? 'Signing in' : 'Sign in'}
    </FormSubmitFooter>
  )
}
