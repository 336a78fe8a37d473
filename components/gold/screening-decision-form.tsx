import { useEffect, useState, type SubmitEvent } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextAreaField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
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
  const choices = person.status === 'failed' ? kinds : kinds.slice(1)
  const [kind, setKind] = useState<Kind>(
    person.status === 'failed' ? 'another_attempt' : 'admitted',
  )
  const [note, setNote] = useState('')
  const { form, isBusy, outcome, issues, setIssues, runAction } = useFormAction(onDecided)

  // A decision changes the status, so the form must be opened again for another decision.
  const isDone = outcome?.kind === 'success'

  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        await callApi('post /projects/{project}/screenings/{user}', {
          project: slug,
          user: person.user,
          kind,
          note,
        })
        return `${person.name} ${outcomeText[kind]}.`
      },
      { issues: checkRequiredFields({ note: [note, 'Enter a reason.'] }) },
    )
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
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
              setIssues({})
            }}
            rows={3}
            hint="Admins and reviewers can read it."
            error={issues.note}
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
