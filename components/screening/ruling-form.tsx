import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { AreaField } from '@/components/ui/field'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { ruleOnScreeningContract } from '@/lib/quality/screening-contract'
import type { Screened } from './screening'

type Kind = 'admitted' | 'another_try'

const kinds = [
  { value: 'another_try', label: 'Another try', hint: 'Of solutions that they have not seen.' },
  { value: 'admitted', label: 'Let in', hint: 'Without a pass. They go on to the work at once.' },
] as const

/** Lets somebody in, or try once more. What is decided, and why, is kept. */
export function RulingForm({
  slug,
  person,
  onRuled,
  onLeave,
}: {
  slug: string
  person: Screened
  onRuled: () => void
  onLeave: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const choices = person.standing === 'failed' ? kinds : kinds.slice(1)
  const [kind, setKind] = useState<Kind>(person.standing === 'failed' ? 'another_try' : 'admitted')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)

  // What stands now is another question, and asked anew.
  const isDone = outcome?.kind === 'done'

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setOutcome(null)
    setMissing(note.trim() === '')
    if (note.trim() === '') return form.current?.querySelector('textarea')?.focus()
    setBusy(true)
    try {
      await call<typeof ruleOnScreeningContract>(
        { method: 'post', path: '/projects/{project}/screenings/{user}' },
        { project: slug, user: person.user, kind, note },
      )
      setOutcome({ kind: 'done', words: `${person.name} ${done[kind]}.` })
      onRuled()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="ruling"
      className="mt-8 grid max-w-form gap-4 border-t border-ink pt-3 text-strong"
    >
      <h3 id="ruling">About {person.name}</h3>
      {isDone ? null : (
        <>
          <ChoiceList
            legend="Decision"
            name="kind"
            choices={choices}
            value={kind}
            onChange={setKind}
          />
          <AreaField
            label="Why"
            name="note"
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              setMissing(false)
            }}
            rows={3}
            hint="Kept with the decision, for admins and reviewers."
            error={missing ? 'Write why, in a few words.' : undefined}
          />
        </>
      )}
      <div>
        <div className="flex items-center gap-4">
          {!isDone && (
            <Button type="submit" aria-disabled={isBusy}>
              {kind === 'admitted' ? 'Let in' : 'Give another try'}
            </Button>
          )}
          <LinkButton onClick={onLeave}>Close</LinkButton>
        </div>
        <Outcome outcome={outcome} className="pt-4" />
      </div>
    </form>
  )
}

const done = {
  admitted: 'is in',
  another_try: 'may try once more',
} as const satisfies Record<Kind, string>
