'use client'

import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/account/proof-fields'
import { LinkButton } from '@/components/ui/link-button'
import { Field } from '@/components/ui/field'
import { formatDuration } from '@/lib/platform/format'
import { Outcome } from '@/components/ui/outcome'
import { signInWithPassword, type SignInOutcome } from '@/lib/client/session'
import { unreachable } from '@/lib/platform/errors'
import { readText } from './read-text'

type Refusal = Extract<SignInOutcome, { ok: false }>

/** `next`: a path on this server, checked. */
export function SignInForm({ next }: { next: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [asksCode, setAsksCode] = useState(false)
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  // The page is there for this one thing.
  useEffect(() => focus('email'), [])

  function focus(name: string) {
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // Read from the fields, not from state: a password manager may fill them without an event.
    const fields = new FormData(event.currentTarget)
    const email = readText(fields, 'email').trim()
    const password = readText(fields, 'password')
    const absent = {
      ...(email ? {} : { email: 'Write your email address.' }),
      ...(password ? {} : { password: 'Write your password.' }),
    }
    setMissing(absent)
    setRefusal(null)
    if (!email || !password) return focus(email ? 'password' : 'email')
    if (asksCode && code.trim() === '') return focus('code')
    setBusy(true)
    const outcome = await signInWithPassword(email, password, asksCode ? code : '')
    if (outcome.ok) return window.location.assign(next)
    setBusy(false)
    setCode('')
    if (outcome.reason === 'code_needed') return setAsksCode(true)
    setRefusal(outcome)
    focus(asksCode ? 'code' : 'password')
  }

  function goBack() {
    setAsksCode(false)
    setRefusal(null)
    setCode('')
  }

  return (
    // `post`: should the form be sent before its script is there, the password must not stand in an address.
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid w-full gap-4">
      <h1 className="pb-2">Sign in</h1>
      {/* Hidden, not gone: both are sent again with the code. */}
      <div hidden={asksCode} className="grid gap-4">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={missing.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={missing.password}
        />
      </div>
      {asksCode && <CodeField value={code} onChange={setCode} error={undefined} isRecoveryToo />}
      <div>
        <Outcome
          className="pb-4"
          outcome={refusal && { kind: 'wrong', words: describeRefusal(refusal) }}
        />
        <Button
          type="submit"
          tone="primary"
          keyCap="⏎"
          aria-disabled={isBusy}
          className="h-9 w-full"
        >
          {isBusy ? 'Signing in' : 'Sign in'}
        </Button>
        {asksCode && (
          <div className="grid gap-4 pt-4">
            <p>
              <LinkButton onClick={goBack}>Sign in as somebody else</LinkButton>
            </p>
            <LostDevice />
          </div>
        )}
      </div>
    </form>
  )
}

/** For who cannot make a code any more: what will do instead, and who lets in whom nothing else does. */
function LostDevice() {
  return (
    <div className="grid gap-1 text-ink-2">
      <p className="font-label text-ink">Your phone is lost, or new?</p>
      <p>
        Write one of the ten recovery codes that you kept when you switched codes on, like
        ABCDEF-GHIJKL-MNOPQR-STUVWX, in place of a code. Each works once. Then set codes up anew on
        the page Account.
      </p>
      <p>
        If they are gone too, ask whoever runs this server to switch your codes off. Admins of your
        project know who that is. Your work is safe.
      </p>
    </div>
  )
}

function describeRefusal({ reason, retryAfterSeconds = 60 }: Refusal) {
  switch (reason) {
    case 'refused':
      return 'This address and password do not belong together. Check both and try again. If you have no account yet, ask an admin of your project for an invite.'
    case 'code_needed':
      return 'Write the code that your app shows.'
    case 'code_refused':
      return 'This code is not right, was used already, or its 30 seconds are over. Write the next one that the app shows, or a recovery code that you have not used.'
    case 'rate_limited':
      return `There were too many attempts, so none is looked at for now, not even the right one. Try again in ${formatDuration(retryAfterSeconds)}.`
    case 'unavailable':
      return 'The server cannot be reached. What you wrote is still here: check the connection and try again.'
    default:
      return unreachable(reason)
  }
}
