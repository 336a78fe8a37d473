'use client'

import { useState, type SubmitEvent } from 'react'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import type { readResetContract, resetPasswordContract } from '@/lib/auth/reset-contract'
import { call } from '@/lib/client/call'
import { forgetLinkSecret } from '@/lib/client/link-secret'
import { describeError } from '@/lib/client/read-refusal'
import { findPasswordProblem, passwordHint } from './check-new-account'
import { DoorFoot } from './door-foot'
import { LinkOver } from './link-over'
import { readText } from './read-text'
import { useLink } from './use-link'

const readReset = (secret: string) =>
  call<typeof readResetContract>({ method: 'post', path: '/password-resets/read' }, { secret })

/** Where a link for a new password leads. */
export function ResetDoor() {
  const link = useLink('reset', readReset)
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <div className="grid gap-4 text-strong">
        <h1>The new password is set</h1>
        <p role="status">
          Wherever you were signed in, you are no longer. Sign in with the new password.
        </p>
        <p>
          <Link href="/sign-in">Sign in</Link>
        </p>
      </div>
    )
  if (link.kind === 'reading') return <p role="status">Reading the link.</p>
  if (link.kind === 'failed')
    return <LinkOver title="The link could not be read">{link.words}</LinkOver>
  if (link.kind === 'wrong')
    return (
      <LinkOver title="This link leads nowhere">
        Perhaps it was cut short on its way. Open it again from where you got it, or ask for another
        one.
      </LinkOver>
    )
  const { reply, secret } = link
  if (reply.state !== 'open')
    return (
      <LinkOver title={reply.state === 'used' ? 'This link was used' : 'This link is too old'}>
        A link for a new password works once, and for an hour. Ask for another one.
      </LinkOver>
    )
  return <NewPasswordForm secret={secret} email={reply.email ?? ''} onDone={() => setDone(true)} />
}

function NewPasswordForm({
  secret,
  email,
  onDone,
}: {
  secret: string
  email: string
  onDone: () => void
}) {
  const [error, setError] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const password = readText(new FormData(event.currentTarget), 'password')
    const problem = findPasswordProblem(password)
    setError(problem)
    setFailure(null)
    if (problem)
      return event.currentTarget.querySelector<HTMLInputElement>('[name=password]')?.focus()
    setBusy(true)
    try {
      await call<typeof resetPasswordContract>(
        { method: 'post', path: '/password-resets/use' },
        { secret, password },
      )
      forgetLinkSecret('reset')
      onDone()
    } catch (thrown) {
      setFailure(describeError(thrown))
      setBusy(false)
    }
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <h1>A new password</h1>
      {/* A password manager keeps the two together. */}
      <Field label="Email" name="email" autoComplete="username" readOnly value={email} />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={passwordHint}
        error={error}
      />
      <DoorFoot outcome={failure ? { kind: 'wrong', words: failure } : null} isBusy={isBusy}>
        Set the password
      </DoorFoot>
      <p className="text-caption text-ink-3">All your sessions end, here and elsewhere.</p>
    </form>
  )
}
