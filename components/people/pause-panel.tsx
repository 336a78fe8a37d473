'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { AreaField } from '@/components/ui/field'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { pausePersonContract } from '@/lib/review/pause-contract'
import { pauseMessageMaxLength } from '@/lib/review/pause-limits'

/** Takes an annotator off the work, with what they are told. */
export function PausePanel({ slug, user, name }: { slug: string; user: string; name: string }) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const missing = message.trim() === '' ? 'Say why: it is all that they are told.' : null

  async function pause(event: SubmitEvent) {
    event.preventDefault()
    setAsked(true)
    if (missing || isBusy) return
    setBusy(true)
    try {
      await call<typeof pausePersonContract>(
        { method: 'post', path: '/projects/{project}/people/{user}/pause' },
        { project: slug, user, message },
      )
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="pause">
      <h2 id="pause">Pause {name}</h2>
      <form
        noValidate
        onSubmit={(event) => void pause(event)}
        className="grid gap-3 border-t border-ink pt-3"
      >
        <AreaField
          label={`What ${name} is told`}
          hint="They can read their own work and nothing else, until a reviewer ends the pause here."
          value={message}
          maxLength={pauseMessageMaxLength}
          error={isAsked ? missing : null}
          onChange={(event) => setMessage(event.target.value)}
        />
        <div>
          <Button type="submit" aria-disabled={isBusy}>
            Pause
          </Button>
        </div>
        <Outcome outcome={outcome} />
      </form>
    </section>
  )
}
