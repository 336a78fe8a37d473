import { useState } from 'react'
import { ChoiceKeys } from '@/components/annotations/choice-keys'
import { WordsPanel } from './words-panel'

/** One that may be sent back. */
export interface Returnable {
  annotation: string
  submittedAt: string | null
  /** `A`, or a name. */
  name: string
  /** Why it cannot be, in words; null where it can. */
  refusal: string | null
}

/** Which one goes back, and what its annotator is told. */
export function ReturnPanel({
  annotations,
  chosen,
  isBusy,
  words,
  onWords,
  onChoose,
  onReturn,
  onClose,
}: {
  annotations: readonly Returnable[]
  /** Place of what is chosen; null for none as yet. */
  chosen: number | null
  isBusy: boolean
  words: string
  onWords: (words: string) => void
  onChoose: (place: number) => void
  onReturn: (annotation: Returnable, note: string) => void
  onClose: () => void
}) {
  const [isAsked, setAsked] = useState(false)
  const selected = chosen === null ? undefined : annotations[chosen]
  const missing = !selected
    ? 'which one?'
    : selected.refusal
      ? 'it stays'
      : words.trim()
        ? null
        : 'say why'
  function end() {
    setAsked(true)
    if (selected && missing === null && !isBusy) onReturn(selected, words.trim())
  }
  return (
    <WordsPanel
      title="Send back"
      label="What its annotator is told"
      hint="It goes to nobody else. What was submitted is kept."
      act={
        !selected
          ? 'Send back'
          : annotations.length > 1
            ? `Send ${selected.name}’s back`
            : 'Send it back'
      }
      {...{ words, missing, isBusy, onClose }}
      isLater={chosen === null}
      onChange={onWords}
      onEnd={end}
    >
      {annotations.length > 1 && (
        <ChoiceKeys
          label="Which one"
          choices={annotations.map(({ name }) => `${name}’s annotation`)}
          chosen={chosen === null ? [] : [chosen]}
          onChoose={onChoose}
        />
      )}
      {selected?.refusal && (
        <p role="alert">
          {selected.name} cannot be sent back. {selected.refusal}
        </p>
      )}
      {isAsked && missing !== null && !selected?.refusal && (
        <p role="alert" className="text-negative">
          {selected
            ? 'Say why: the annotator reads it while correcting.'
            : 'Choose which one goes back.'}
        </p>
      )}
    </WordsPanel>
  )
}
