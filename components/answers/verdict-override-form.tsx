import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { TextAreaField } from '@/components/ui/text-field'
import type { Verdict } from '@/lib/grading/verdict'
import type { AnswerPairSolution } from './answers'
import type { PairListState } from './use-pair-list'

const choices = [
  { value: 'wrong', label: 'Wrong' },
  { value: 'unsure', label: 'Unsure' },
  { value: 'correct', label: 'Correct' },
] as const

const noteRequiredMessage = 'Enter a reason. It is shown with the verdict.'

/** Overrides the verdict of one solution of a pair, with a reason. */
export function VerdictOverrideForm({
  solution,
  listState,
}: {
  solution: AnswerPairSolution
  listState: PairListState
}) {
  const [verdict, setVerdict] = useState<Verdict>(solution.verdict)
  const [error, setError] = useState<string | null>(null)
  const note = listState.readNote(solution)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
  }, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (note.trim() === '') return setError(noteRequiredMessage)
    listState.overrideSolution(solution, { verdict, note: note.trim() })
    listState.open('solutions')
  }

  return (
    <form
      ref={form}
      aria-label="Override verdict for this solution"
      onSubmit={submit}
      // The padding has room for the focus ring, which the scrolling panel would cut off.
      className="grid gap-3 border-t border-rule px-2 pt-3"
    >
      <ChoiceList
        legend="Verdict for this solution"
        name="verdict"
        choices={choices}
        value={verdict}
        onChange={setVerdict}
      />
      <TextAreaField
        label="Reason"
        rows={2}
        maxLength={1_000}
        value={note}
        error={error}
        onChange={(event) => listState.writeNote(solution, event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary">
          Override
        </Button>
        <Button keyCap="Esc" onClick={() => listState.open('solutions')}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
