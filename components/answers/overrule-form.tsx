import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { AreaField } from '@/components/ui/field'
import type { Verdict } from '@/lib/grading/verdict'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { overruleVerdictContract } from '@/lib/review/answers-contract'
import type { ShownPair } from './pair'
import type { AnswersBoardState } from './use-answers-board'

const choices = [
  { value: 'wrong', label: 'Wrong' },
  { value: 'unsure', label: 'Unsure' },
  { value: 'correct', label: 'Correct' },
] as const

const needsNote = 'Write why: it is the reason that is shown with the verdict.'

/** A word on one solution alone, with its reason: the others of the pair stay as they are. */
export function OverruleForm({
  slug,
  pair,
  board,
}: {
  slug: string
  pair: ShownPair
  board: AnswersBoardState
}) {
  const [verdict, setVerdict] = useState<Verdict>(pair.verdict)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
  }, [])

  async function overrule(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    if (note.trim() === '') return setProblem(needsNote)
    setBusy(true)
    try {
      await call<typeof overruleVerdictContract>(
        { method: 'post', path: '/projects/{project}/solutions/{solution}/verdict' },
        { project: slug, solution: pair.example.solution, verdict, note: note.trim() },
      )
      board.open(null)
      board.settling.tell({ kind: 'done', words: `This solution alone is ${verdict} now.` })
      board.settling.refresh()
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      aria-label="Overrule this solution alone"
      onSubmit={(event) => void overrule(event)}
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
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          Overrule
        </Button>
        <Button keyCap="Esc" onClick={() => board.open(null)}>
          Leave it
        </Button>
      </div>
    </form>
  )
}
