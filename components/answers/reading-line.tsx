import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { TextInput } from '@/components/ui/text-input'
import type { ShownUnanswered } from './pair'
import type { AnswersBoardState } from './use-answers-board'

const maxCharacters = 400

/** What a person reads as the final answer. Enter has the grader judge it, Escape leaves it. */
export function ReadingLine({ board }: { board: AnswersBoardState<ShownUnanswered> }) {
  const isOpen = board.opened === 'reading'
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map())
  const { lit } = board
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOpen || !lit) return null
  const { key, looksLike } = lit
  const answer = answers.get(key) ?? looksLike?.answer ?? ''

  function press(event: KeyboardEvent) {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter' && answer.trim() === '') return
    document.getElementById(`light-${key}`)?.focus({ preventScroll: true })
    if (event.key === 'Enter') board.say({ answer: answer.trim() })
    else board.open(null)
  }

  return (
    <div className="grid gap-1 pt-2">
      <label htmlFor={id} className="font-label">
        It answers
      </label>
      <TextInput
        ref={field}
        id={id}
        value={answer}
        maxLength={maxCharacters}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setAnswers((all) => new Map(all).set(key, event.target.value))}
        onKeyDown={press}
      />
      <p id={`${id}-hint`} className="text-caption text-ink-3">
        Enter has the grader compare it with the reference, and stores its verdict as your word on
        this solution, with what you read. Where it is unsure, nothing is stored.
      </p>
    </div>
  )
}
