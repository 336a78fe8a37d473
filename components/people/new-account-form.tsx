'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { Field } from '@/components/ui/field'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import { checkNewAccount, type NewAccountErrors, passwordHint } from './check-new-account'
import { DoorFoot } from './door-foot'
import { readText } from './read-text'

export interface NewAccount {
  email: string
  name: string
  /** Where people sign in by one. */
  password?: string
}

/** Name and password of somebody new. `invited`: the one address that may. Throws of `onSubmit` are shown. */
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

  function refuse(found: NewAccountErrors) {
    setErrors(found)
    const first = (['email', 'name', 'password'] as const).find((name) => found[name])
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // Read from the fields, not from state: a password manager may fill them without an event.
    const fields = new FormData(event.currentTarget)
    const account = {
      email: readText(fields, 'email').trim(),
      name: readText(fields, 'name').trim(),
      ...(hasPassword ? { password: readText(fields, 'password') } : {}),
    }
    setFailure(null)
    const found = checkNewAccount(account)
    if (Object.values(found).some(Boolean)) return refuse(found)
    setErrors({})
    setBusy(true)
    try {
      await onSubmit(account)
    } catch (error) {
      const issues = readIssues(error)
      const email = issues.email ?? issues['account.email']
      if (email) refuse({ email })
      else setFailure(describeError(error))
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
      <Field
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
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        hint="Reviewers and admins of your projects see it."
        error={errors.name}
      />
      {hasPassword && (
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={passwordHint}
          error={errors.password}
        />
      )}
      <DoorFoot outcome={failure ? { kind: 'wrong', words: failure } : null} isBusy={isBusy}>
        {isBusy ? 'Making the account' : 'Make an account and join'}
      </DoorFoot>
    </form>
  )
}

function describeAddress(invited: string | null, hasPassword: boolean): string {
  if (invited !== null) return 'The invite is for this address.'
  return hasPassword ? 'You sign in with it.' : 'The one that your provider knows you by.'
}
