'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { cancelSignIn, signInWithCode } from '@/lib/client/sign-in'
import type { FailedSignIn } from './describe-sign-in-failure'
import { SignInSubmitFooter } from './form-submit-footer'
import { LostDeviceHelp } from './lost-device-help'
import { TwoFactorCodeField } from './proof-fields'

interface Props {
  provider: string
  /** A validated path on this server. Null: stay on this URL, because it has the secret of a link after its `#`. */
  next: string | null
}

/** Asks for the code after a sign-in with the provider. */
export function ProviderTwoFactorForm({ provider, next }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<FailedSignIn | null>(null)

  const focusCode = () => form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus()

  function goToSignIn(reason: string) {
    if (next === null) window.location.reload()
    else window.location.assign(`/sign-in?${reason}next=${encodeURIComponent(next)}`)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    if (code.trim() === '') return focusCode()
    setBusy(true)
    const outcome = await signInWithCode(code)
    if (outcome.ok) return next === null ? window.location.reload() : window.location.assign(next)
    if (outcome.reason === 'code_timeout') return goToSignIn('refused=code_timeout&')
    setBusy(false)
    if (outcome.reason !== 'unavailable') setCode('')
    setFailure(outcome)
    focusCode()
  }

  async function cancel() {
    if (isBusy) return
    setBusy(true)
    if (await cancelSignIn()) return goToSignIn('')
    setBusy(false)
    setFailure({ ok: false, reason: 'unavailable' })
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid w-full gap-4">
      <h1 className="pb-2">Sign in</h1>
      <p className="text-ink-2">
        You signed in with {provider}. Your account also requires a code from your authenticator
        app.
      </p>
      <TwoFactorCodeField value={code} onChange={setCode} error={undefined} acceptsRecoveryCode />
      <SignInSubmitFooter failure={failure} isBusy={isBusy} />
      <p>
        <LinkButton onClick={() => void cancel()}>Use another account</LinkButton>
      </p>
      <LostDeviceHelp />
    </form>
  )
}
