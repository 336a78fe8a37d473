'use client'

import type { SubmitEvent } from 'react'
import type { FieldIssues } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { TextField } from '@/components/ui/text-field'
import { readErrorsByField } from '@/lib/client/describe-call-error'
import { checkNewAccount } from './check-new-account'
import { EmailField } from './email-field'
import { FormSubmitFooter } from './form-submit-footer'
import { NewPasswordField } from './new-password-field'
import { readFormText } from './read-form-text'

export interface NewAccount {
  email: string
  name: string
  /** Undefined if the account signs in with the identity provider. */
  password?: string
}

/**
 * Email address, name and (if `hasPassword`) password of a new account. `invitedEmail`: the only address allowed. Shows errors
 * of `onSubmit`.
 */
export function NewAccountForm({
  invitedEmail,
  hasPassword,
  onSubmit,
}: {
  invitedEmail: string | null
  hasPassword: boolean
  onSubmit: (account: NewAccount) => Promise<void>
}) {
  const { form, isBusy, outcome, issues, runAction } = useFormAction<keyof NewAccount>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Read from the fields, not from state: a password manager may fill them without an event.
    const fields = new FormData(event.currentTarget)
    const account = {
      email: readFormText(fields, 'email').trim(),
      name: readFormText(fields, 'name').trim(),
      ...(hasPassword ? { password: readFormText(fields, 'password') } : {}),
    }
    void runAction(() => onSubmit(account), {
      issues: checkNewAccount(account),
      readIssues: readAccountIssues,
      isFinal: true,
    })
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <EmailField
        defaultValue={invitedEmail ?? ''}
        readOnly={invitedEmail !== null}
        hint={describeAddress(invitedEmail, hasPassword)}
        error={issues.email}
      />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        hint="Shown to reviewers and admins of your projects."
        error={issues.name}
      />
      {hasPassword && <NewPasswordField label="Password" error={issues.password} />}
      <FormSubmitFooter outcome={outcome} isBusy={isBusy}>
        {isBusy ? 'Creating account' : 'Create account and join'}
      </FormSubmitFooter>
    </form>
  )
}

/** Errors from the server by form field: `account.email` is `email` here. */
const readAccountIssues = (error: unknown): FieldIssues =>
  Object.fromEntries(
    Object.entries(readErrorsByField(error)).map(([location, message]) => [
      location.replace(/^account\./, ''),
      message,
    ]),
  )

function describeAddress(invitedEmail: string | null, hasPassword: boolean): string {
  if (invitedEmail !== null) return 'This invite is for this address.'
  return hasPassword ? 'Use it to sign in.' : 'Use the address of your provider account.'
}
