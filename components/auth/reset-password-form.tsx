'use client'

import { useState, type SubmitEvent } from 'react'
import { useFormAction } from '@/components/shell/use-form-action'
import { Link } from '@/components/ui/link'
import { TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { deleteLinkSecret } from '@/lib/client/link-secret'
import { findPasswordProblem } from './check-new-account'
import { FormSubmitFooter } from './form-submit-footer'
import { InvalidLinkNotice } from './invalid-link-notice'
import { NewPasswordField } from './new-password-field'
import { readFormText } from './read-form-text'
import { useOneTimeLink } from './use-one-time-link'

const readReset = (secret: string) => callApi('post /password-resets/read', { secret })

/** The page of a password link. */
export function ResetPasswordForm() {
  const link = useOneTimeLink('reset', readReset)
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <div className="grid gap-4 text-strong">
        <h1>Password changed</h1>
        <p role="status">You were signed out everywhere. Sign in with the new password.</p>
        <p>
          <Link href="/sign-in">Sign in</Link>
        </p>
      </div>
    )
  if (link.kind === 'loading') return <p role="status">Loading the link…</p>
  if (link.kind === 'failed')
    return <InvalidLinkNotice title="Can’t load the link">{link.message}</InvalidLinkNotice>
  if (link.kind === 'invalid')
    return (
      <InvalidLinkNotice title="This link is not valid">
        It may have been cut off. Open it again from the message, or request a new one.
      </InvalidLinkNotice>
    )
  const { reply, secret } = link
  if (reply.state !== 'pending')
    return (
      <InvalidLinkNotice
        title={reply.state === 'used' ? 'This link was already used' : 'This link has expired'}
      >
        Password links work once, for one hour. Request a new one.
      </InvalidLinkNotice>
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
  const { form, isBusy, outcome, issues, runAction } = useFormAction()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = readFormText(new FormData(event.currentTarget), 'password')
    void runAction(
      async () => {
        await callApi('post /password-resets/use', { secret, password })
        deleteLinkSecret('reset')
        onDone()
      },
      { issues: { password: findPasswordProblem(password) } },
    )
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <h1>Set a new password</h1>
      {/* Lets password managers store the password with its address. */}
      <TextField label="Email" name="email" autoComplete="username" readOnly value={email} />
      <NewPasswordField label="New password" error={issues.password} />
      <FormSubmitFooter outcome={outcome} isBusy={isBusy}>
        Set password
      </FormSubmitFooter>
      <p className="text-caption text-ink-3">This signs you out everywhere.</p>
    </form>
  )
}
