'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { TextField } from '@/components/ui/text-field'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import { checkNewAccount, type NewAccountErrors, passwordRequirements } from './check-new-account'
import { FormSubmitFooter } from './form-submit-footer'
import { readFormText } from './read-form-text'

export interface NewAccount {
  email: string
  name: string
  /** The identity provider, if there is one. */
  password?: string
}

/** Name and password of a new account. `invited`: the only address allowed. Errors of `onSubmit` are shown. */
export function NewAccountForm({
  invited,
  hasPassword,
  onSubmit,
}: {
  invited: string | null
  hasPassword: boolean
  onSubmit: (account: NewAccount) => Promise<void>
}) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<NewAccountErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  function showErrors(newErrors: NewAccountErrors) {
    setErrors(newErrors)
    const first = (['email', 'name', 'password'] as const).find((name) => newErrors[name])
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // Read from the fields, not from state: a password manager may fill them without an event.
    const fields = new FormData(event.currentTarget)
    const account = {
      email: readFormText(fields, 'email').trim(),
      name: readFormText(fields, 'name').trim(),
      ...(hasPassword ? { password: readFormText(fields, 'password') } : {}),
    }
    setFailure(null)
    const formErrors = checkNewAccount(account)
    if (Object.values(formErrors).some(Boolean)) return showErrors(formErrors)
    setErrors({})
    setBusy(true)
    try {
      await onSubmit(account)
    } catch (error) {
      const issues = readErrorsByField(error)
      const email = issues.email ?? issues['account.email']
      if (email) showErrors({ email })
      else setFailure(describeCallError(error))
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={invited ?? ''}
        readOnly={invited !== null}
        hint={describeAddress(invited, hasPassword)}
        error={errors.email}
      />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        hint="Shown to reviewers and admins of your projects."
        error={errors.name}
      />
      {hasPassword && (
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={passwordRequirements}
          error={errors.password}
        />
      )}
      <FormSubmitFooter
        outcome={failure ? { kind: 'error', message: failure } : null}
        isBusy={isBusy}
      >
        {isBusy ? 'Creating account' : 'Create account and join'}
      </FormSubmitFooter>
    </form>
  )
}

function describeAddress(invited: string | null, hasPassword: boolean): string {
  if (invited !== null) return 'This invite is for this address.'
  return hasPassword ? 'You sign in with it.' : 'Use the address of your provider account.'
}
