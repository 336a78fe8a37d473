'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { TextField } from '@/components/ui/text-field'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import type { requestResetContract } from '@/lib/auth/reset-contract'
import { callApi } from '@/lib/client/call-api'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import { FormSubmitFooter } from './form-submit-footer'
import { readFormText } from './read-form-text'

/** Requests a password link by mail. The result looks the same for every address. */
export function ForgotForm() {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>()
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [isBusy, setBusy] = useState(false)

  function showFieldError(message: string) {
    setError(message)
    form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = readFormText(new FormData(event.currentTarget), 'email').trim()
    setOutcome(null)
    if (!email.includes('@')) return showFieldError('Enter your email address.')
    setError(undefined)
    setBusy(true)
    try {
      await callApi<typeof requestResetContract>(
        { method: 'post', path: '/password-resets' },
        { email },
      )
      setOutcome({
        kind: 'success',
        message: `If ${email} has an account, we sent a link. It works once, for one hour.`,
      })
    } catch (thrown) {
      const { email: wrong } = readErrorsByField(thrown)
      if (wrong) showFieldError(wrong)
      else setOutcome({ kind: 'error', message: describeCallError(thrown) })
    } finally {
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
      <p>We’ll email you a link to set a new password.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={error}
      />
      <FormSubmitFooter outcome={outcome} isBusy={isBusy}>
        Send link
      </FormSubmitFooter>
    </form>
  )
}
