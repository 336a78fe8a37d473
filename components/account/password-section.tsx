'use client'

import { useRouter } from 'next/navigation'
import { type SubmitEvent, useState } from 'react'
import { findPasswordProblem } from '@/components/auth/check-new-account'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { FormFooter } from '@/components/ui/form-footer'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import { passwordMinLength } from '@/lib/auth/password-length'
import { callApi } from '@/lib/client/call-api'
import { formatQuantity } from '@/lib/platform/format'

const emptyFields = { current: '', password: '', again: '' }

export function PasswordSection({ email, showsTokens }: { email: string; showsTokens: boolean }) {
  const router = useRouter()
  const [fields, setFields] = useState(emptyFields)
  const { form, isBusy, outcome, issues, runAction } = useFormAction(() => router.refresh())
  const { current, password } = fields

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        const { endedSessions } = await callApi('put /account/password', { current, password })
        setFields(emptyFields)
        return `Password changed. ${
          endedSessions === 0
            ? 'No other sessions were open.'
            : `${formatQuantity(endedSessions, 'other session was', 'other sessions were')} signed out.`
        }`
      },
      { issues: checkFields(fields) },
    )
  }

  const getFieldProps = (name: keyof typeof emptyFields) => ({
    name,
    type: 'password',
    value: fields[name],
    maxLength: 256,
    error: issues[name],
    onChange: (event: { target: { value: string } }) =>
      setFields({ ...fields, [name]: event.target.value }),
  })

  return (
    <FormGroup
      title="Password"
      description={
        <p>Changing it signs out your other sessions.{showsTokens && ' Tokens keep working.'}</p>
      }
    >
      {/* `post`: if the form is submitted before hydration, no password must appear in a URL. */}
      <form
        ref={form}
        method="post"
        onSubmit={submit}
        noValidate
        className="grid gap-4 text-strong"
      >
        {/* Tells password managers which account this is. */}
        <input hidden readOnly name="email" autoComplete="username" value={email} />
        <TextField
          label="Current password"
          autoComplete="current-password"
          {...getFieldProps('current')}
        />
        <TextField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${passwordMinLength} characters. A passphrase of several words works well.`}
          {...getFieldProps('password')}
        />
        <TextField
          label="Repeat new password"
          autoComplete="new-password"
          {...getFieldProps('again')}
        />
        <FormFooter submitLabel="Change password" isBusy={isBusy} outcome={outcome} />
      </form>
    </FormGroup>
  )
}

function checkFields({ current, password, again }: typeof emptyFields) {
  const missing = checkRequiredFields({ current: [current, 'Enter your current password.'] })
  const problem = findPasswordProblem(password)
  if (problem !== undefined) return { ...missing, password: problem }
  return password === again ? missing : { ...missing, again: 'The passwords don’t match.' }
}
