import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { TextInput } from '@/components/ui/text-input'
import { isComposing } from '@/lib/platform/is-composing'
import type { TypesetUnansweredSolution } from './answers'
import type { AnswerListState } from './use-answer-list'

const maxCharacters = 400

/** The final answer as a person reads it. Enter grades it, Escape closes the field. */
export function FinalAnswerField({
  listState,
}: {
  listState: AnswerListState<TypesetUnansweredSolution>
}) {
  const isOpen = listState.panel === 'answer'
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map())
  const { current } = listState
  useEffect(() => {
    if (!isOpen) return
    field.current?.focus()
    // Typing replaces the suggestion.
    field.current?.select()
  }, [isOpen])
  if (!isOpen || !current) return null
  const { key, suggestion } = current
  const answer = answers.get(key) ?? suggestion?.answer ?? ''

  function handleKeyDown(event: KeyboardEvent) {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter' && answer.trim() === '') return
    document.getElementById(`select-${key}`)?.focus({ preventScroll: true })
    if (event.key === 'Enter') listState.submit({ answer: answer.trim() })
    else listState.open(null)
  }

  return (
    <div className="grid gap-1 pt-2">
      <label htmlFor={id} className="font-label">
        Final answer
      </label>
      <TextInput
        ref={field}
        id={id}
        value={answer}
        maxLength={maxCharacters}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setAnswers((before) => new Map(before).set(key, event.target.value))}
        onKeyDown={handleKeyDown}
      />
      <p id={`${id}-hint`} className="text-caption text-ink-3">
        Press Enter to grade this answer. The grader’s verdict is saved under your name, unless it
        is unsure.
      </p>
    </div>
  )
}
