'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { AreaField, Field } from '@/components/ui/field'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { endPauseContract } from '@/lib/review/pause-contract'
import { pauseMessageMaxLength } from '@/lib/review/pause-limits'
import { describePauseCause } from './describe-person'
import type { Pause } from './person'
import { useReturnPreview } from './use-return-preview'

interface ReviewPauseProps {
  slug: string
  name: string
  pause: Pause
  /** Since when answers got worse; null where there are none to say it. */
  driftBegan: string | null
}

/** `2026-11-22T20:05`, of an instant in UTC, as the field for times takes it. */
const toField = (instant: string) => instant.slice(0, 16)

/** Ends a pause: lets the person go on, and withdraws what they did since a moment where the reviewer says so. */
export function ReviewPause({ slug, name, pause, driftBegan }: ReviewPauseProps) {
  const router = useRouter()
  const [ruling, setRuling] = useState('')
  const [act, setAct] = useState<'keep' | 'return'>('keep')
  const [field, setField] = useState(toField(driftBegan ?? pause.startedAt))
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  // The drift began within a minute: as long as nobody chooses another, it is that very moment.
  const moment =
    driftBegan !== null && field === toField(driftBegan) ? driftBegan : readField(field)
  const since = act === 'return' ? moment : null
  const preview = useReturnPreview(slug, pause.pause, since)
  const missing = ruling.trim() === '' ? 'Say what was decided.' : null

  async function end(event: SubmitEvent) {
    event.preventDefault()
    setAsked(true)
    if (missing || isBusy || (act === 'return' && since === null)) return
    setBusy(true)
    try {
      await call<typeof endPauseContract>(
        { method: 'post', path: '/projects/{project}/pauses/{pause}/review' },
        { project: slug, pause: pause.pause, ruling, since },
      )
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="review-pause">
      <h2 id="review-pause">Review the pause</h2>
      <form
        noValidate
        onSubmit={(event) => void end(event)}
        className="grid gap-4 border-t border-ink pt-3"
      >
        <p>
          Since {formatInstant(pause.startedAt)} UTC. {describePauseCause(pause)}. {name} was told:
          “{pause.message}”
        </p>
        <ChoiceList
          legend="What they labelled"
          name="act"
          value={act}
          onChange={setAct}
          choices={[
            { value: 'keep', label: 'Stays as it is' },
            {
              value: 'return',
              label: 'Goes back to the queue, from a moment on',
              hint: 'It is withdrawn and others label it. Time at work stays.',
            },
          ]}
        />
        {act === 'return' && (
          <>
            <Field
              type="datetime-local"
              label="Submitted from then on, UTC"
              hint={
                driftBegan === null
                  ? undefined
                  : `Set to when their answers got worse, ${formatInstant(driftBegan)}; where no change is clear, to when they began.`
              }
              value={field}
              error={since === null ? 'Choose a day and a time.' : null}
              onChange={(event) => setField(event.target.value)}
            />
            <p aria-live="polite">{describePreview(preview)}</p>
          </>
        )}
        <AreaField
          label="What was decided"
          hint="Stays with the pause; reviewers and admins read it."
          value={ruling}
          maxLength={pauseMessageMaxLength}
          error={isAsked ? missing : null}
          onChange={(event) => setRuling(event.target.value)}
        />
        <div>
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            {act === 'return' ? 'End the pause and withdraw' : 'End the pause'}
          </Button>
        </div>
        <Outcome outcome={outcome} />
      </form>
    </section>
  )
}

function readField(field: string): string | null {
  const time = Date.parse(`${field}Z`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function describePreview(preview: ReturnType<typeof useReturnPreview>): string {
  if (preview === null) return 'Counting what that is.'
  if (typeof preview === 'string') return preview
  const { annotations, checks, reviewed } = preview
  const kept = [
    checks > 0 && `${formatNoun(checks, 'answer')} to gold`,
    reviewed > 0 && `${reviewed} that a reviewer accepted or ruled on`,
  ].filter((words) => words !== false)
  const goes = `${formatNoun(annotations, 'annotation goes', 'annotations go')} back.`
  return kept.length === 0 ? goes : `${goes} ${kept.join(' and ')} stay.`
}
