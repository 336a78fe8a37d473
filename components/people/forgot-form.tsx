'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { Field } from '@/components/ui/field'
import type { OutcomeWords } from '@/components/ui/outcome'
import type { requestResetContract } from '@/lib/auth/reset-contract'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import { DoorFoot } from './door-foot'
import { readText } from './read-text'

/** Asks for a link by mail. What comes of it is said in one way for every address. */
export function ForgotForm() {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>()
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)

  function refuse(words: string) {
    setError(words)
    form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = readText(new FormData(event.currentTarget), 'email').trim()
    setOutcome(null)
    if (!email.includes('@')) return refuse('Write your email address.')
    setError(undefined)
    setBusy(true)
    try {
      await call<typeof requestResetContract>(
        { method: 'post', path: '/password-resets' },
        { email },
      )
      setOutcome({
        kind: 'done',
        words: `If ${email} has an account here, a link is on its way. It works once, for an hour.`,
      })
    } catch (thrown) {
      const { email: wrong } = readIssues(thrown)
      if (wrong) refuse(wrong)
      else setOutcome({ kind: 'wrong', words: describeError(thrown) })
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
      <p>We mail you a link by which you set a new one.</p>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={error}
      />
      <DoorFoot outcome={outcome} isBusy={isBusy}>
        Mail me a link
      </DoorFoot>
    </form>
  )
}
