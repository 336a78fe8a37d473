'use client'

import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { TextField } from '@/components/ui/text-field'
import { signInWithPassword } from '@/lib/client/sign-in'
import type { FailedSignIn } from './describe-sign-in-failure'
import { EmailField } from './email-field'
import { SignInSubmitFooter } from './form-submit-footer'
import { LostDeviceHelp } from './lost-device-help'
import { TwoFactorCodeField } from './proof-fields'
import { readFormText } from './read-form-text'

/** `next`: a validated path on this server. */
export function SignInForm({ next }: { next: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<{ email?: string; password?: string }>({})
  const [asksCode, setAsksCode] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<FailedSignIn | null>(null)

  // Signing in is the only purpose of the page.
  useEffect(() => focus('email'), [])

  function focus(name: string) {
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // Read from the fields, not from state: a password manager may fill them without an event.
    const fields = new FormData(event.currentTarget)
    const email = readFormText(fields, 'email').trim()
    const password = readFormText(fields, 'password')
    const missingFieldErrors = {
      ...(email ? {} : { email: 'Enter your email address.' }),
      ...(password ? {} : { password: 'Enter your password.' }),
    }
    setFieldErrors(missingFieldErrors)
    setFailure(null)
    if (!email || !password) return focus(email ? 'password' : 'email')
    if (asksCode && code.trim() === '') return focus('code')
    setBusy(true)
    const outcome = await signInWithPassword(email, password, asksCode ? code : '')
    if (outcome.ok) return window.location.assign(next)
    setBusy(false)
    setCode('')
    if (outcome.reason === 'code_required') return setAsksCode(true)
    setFailure(outcome)
    focus(asksCode ? 'code' : 'password')
  }

  function goBack() {
    setAsksCode(false)
    setFailure(null)
    setCode('')
  }

  return (
    // `post`: if the form is submitted before hydration, the password must not appear in a URL.
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid w-full gap-4">
      <h1 className="pb-2">Sign in</h1>
      {/* Hidden but kept, because email and password are sent again with the code. */}
      <div hidden={asksCode} className="grid gap-4">
        <EmailField error={fieldErrors.email} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={fieldErrors.password}
        />
      </div>
      {asksCode && (
        <TwoFactorCodeField value={code} onChange={setCode} error={undefined} acceptsRecoveryCode />
      )}
      <SignInSubmitFooter failure={failure} isBusy={isBusy} />
      {asksCode && (
        <>
          <p>
            <LinkButton onClick={goBack}>Use another account</LinkButton>
          </p>
          <LostDeviceHelp />
        </>
      )}
    </form>
  )
}
