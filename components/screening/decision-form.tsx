import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { TextAreaField } from '@/components/ui/text-field'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { decideScreeningContract } from '@/lib/quality/screening-contract'
import type { ScreenedAnnotator } from './screening'

type Kind = 'admitted' | 'another_attempt'

const kinds = [
  {
    value: 'another_attempt',
    label: 'Another attempt',
    hint: 'With solutions they have not seen.',
  },
  { value: 'admitted', label: 'Admit', hint: 'Without passing. They can label at once.' },
] as const

/** Admits an annotator or gives them another attempt. The decision and its reason are stored. */
export function ScreeningDecisionForm({
  slug,
  person,
  onDecided,
  onClose,
}: {
  slug: string
  person: ScreenedAnnotator
  onDecided: () => void
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const choices = person.status === 'failed' ? kinds : kinds.slice(1)
  const [kind, setKind] = useState<Kind>(
    person.status === 'failed' ? 'another_attempt' : 'admitted',
  )
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [isBusy, setBusy] = useState(false)

  // A changed status is another question, so ask again.
  const isDone = outcome?.kind === 'success'

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setOutcome(null)
    setMissing(note.trim() === '')
    if (note.trim() === '') return form.current?.querySelector('textarea')?.focus()
    setBusy(true)
    try {
      await callApi<typeof decideScreeningContract>(
        { method: 'post', path: '/projects/{project}/screenings/{user}' },
        { project: slug, user: person.user, kind, note },
      )
      setOutcome({ kind: 'success', message: `${person.name} ${outcomeText[kind]}.` })
      onDecided()
    } catch (error) {
      setOutcome({ kind: 'error', message: describeCallError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="screening-decision"
      className="mt-8 grid max-w-form gap-4 border-t border-ink pt-3 text-strong"
    >
      <h3 id="screening-decision">Decision on {person.name}</h3>
      {isDone ? null : (
        <>
          <ChoiceList
            legend="Decision"
            name="kind"
            choices={choices}
            value={kind}
            onChange={setKind}
          />
          <TextAreaField
            label="Reason"
            name="note"
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              setMissing(false)
            }}
            rows={3}
            hint="Admins and reviewers can read it."
            error={missing ? 'Enter a reason.' : undefined}
          />
        </>
      )}
      <div>
        <div className="flex items-center gap-4">
          {!isDone && (
            <Button type="submit" aria-disabled={isBusy}>
              {kind === 'admitted' ? 'Admit' : 'Give another attempt'}
            </Button>
          )}
          <LinkButton onClick={onClose}>Close</LinkButton>
        </div>
        <OutcomeNotice outcome={outcome} className="pt-4" />
      </div>
    </form>
  )
}

const outcomeText = {
  admitted: 'is admitted',
  another_attempt: 'can try again',
} as const satisfies Record<Kind, string>
