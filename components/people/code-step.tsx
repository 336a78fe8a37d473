'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { CodeField } from '@/components/account/proof-fields'
import { LinkButton } from '@/components/ui/link-button'
import { leaveHalfWay, signInWithCode } from '@/lib/client/session'
import { describeRefusal, type Refusal } from './describe-refusal'
import { DoorFoot } from './door-foot'
import { LostDevice } from './lost-device'

interface Props {
  provider: string
  /** A path on this server, checked; null: where one is, as after a link whose secret stands behind the `#`. */
  next: string | null
}

/** After a provider has said who somebody is, and their own code is still asked for. */
export function CodeStep({ provider, next }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const focus = () => form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus()

  function goToDoor(why: string) {
    if (next === null) window.location.reload()
    else window.location.assign(`/sign-in?${why}next=${encodeURIComponent(next)}`)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setRefusal(null)
    if (code.trim() === '') return focus()
    setBusy(true)
    const outcome = await signInWithCode(code)
    if (outcome.ok) return next === null ? window.location.reload() : window.location.assign(next)
    if (outcome.reason === 'too_late') return goToDoor('refused=too_late&')
    setBusy(false)
    if (outcome.reason !== 'unavailable') setCode('')
    setRefusal(outcome)
    focus()
  }

  async function leave() {
    if (isBusy) return
    setBusy(true)
    if (await leaveHalfWay()) return goToDoor('')
    setBusy(false)
    setRefusal({ ok: false, reason: 'unavailable' })
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid w-full gap-4">
      <h1 className="pb-2">Sign in</h1>
      <p className="text-ink-2">
        {provider} says who you are. Codes are on for your account, so a code of your device is
        asked for as well.
      </p>
      <CodeField value={code} onChange={setCode} error={undefined} isRecoveryToo />
      <DoorFoot
        outcome={refusal && { kind: 'wrong', words: describeRefusal(refusal) }}
        isBusy={isBusy}
      >
        {isBusy ? 'Signing in' : 'Sign in'}
      </DoorFoot>
      <p>
        <LinkButton onClick={() => void leave()}>Sign in as somebody else</LinkButton>
      </p>
      <LostDevice />
    </form>
  )
}
