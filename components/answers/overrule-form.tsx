import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { AreaField } from '@/components/ui/field'
import type { Verdict } from '@/lib/grading/verdict'
import type { ShownSolution } from './pair'
import type { PairBoardState } from './use-pair-board'

const choices = [
  { value: 'wrong', label: 'Wrong' },
  { value: 'unsure', label: 'Unsure' },
  { value: 'correct', label: 'Correct' },
] as const

const needsNote = 'Write why: it is the reason that is shown with the verdict.'

/** A word on one solution alone, with its reason: the others of the pair stay as they are. */
export function OverruleForm({
  solution,
  board,
}: {
  solution: ShownSolution
  board: PairBoardState
}) {
  const [verdict, setVerdict] = useState<Verdict>(solution.verdict)
  const [problem, setProblem] = useState<string | null>(null)
  const note = board.readNote(solution)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
  }, [])

  /** What is written is kept: a refusal loses none of it. */
  function overrule(event: SubmitEvent) {
    event.preventDefault()
    if (note.trim() === '') return setProblem(needsNote)
    board.sayOfSolution(solution, { verdict, note: note.trim() })
    board.open('solutions')
  }

  return (
    <form
      ref={form}
      aria-label="Overrule this solution alone"
      onSubmit={overrule}
      className="grid gap-3 border-t border-rule pt-3"
    >
      <ChoiceList
        legend="This solution alone is"
        name="verdict"
        choices={choices}
        value={verdict}
        onChange={setVerdict}
      />
      <AreaField
        label="Why"
        rows={2}
        maxLength={1_000}
        value={note}
        error={problem}
        onChange={(event) => board.writeNote(solution, event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary">
          Overrule
        </Button>
        <Button keyCap="Esc" onClick={() => board.open('solutions')}>
          Leave it
        </Button>
      </div>
    </form>
  )
}
